package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** DATE, as days since 1970-01-01. Zero and partial dates are refused, as is the year 0000. */
public record DateType() implements ArchiveType {
  @Override
  public ValueKind kind() {
    return ValueKind.DAY;
  }

  @Override
  public int tag() {
    return 5;
  }

  @Override
  public Type iceberg() {
    return Types.DateType.get();
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    return ParquetFields.primitive(PrimitiveTypeName.INT32, required)
        .as(LogicalTypeAnnotation.dateType())
        .id(fieldId)
        .named(name);
  }

  @Override
  public @Nullable Object read(ResultSet row, int index) throws SQLException, NotStorableException {
    byte[] wire = row.getBytes(index);
    return wire == null ? null : WireTime.epochDay(wire);
  }

  @Override
  public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setObject(parameter, LocalDate.ofEpochDay((Integer) value));
  }

  @Override
  public int compare(Object left, Object right) {
    return Integer.compare((Integer) left, (Integer) right);
  }

  @Override
  public String text(Object value) {
    return LocalDate.ofEpochDay((Integer) value).toString();
  }

  @Override
  public Object parse(String text) {
    try {
      return (int) LocalDate.parse(text).toEpochDay();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("'" + text + "' is no day: write YYYY-MM-DD.", e);
    }
  }
}
