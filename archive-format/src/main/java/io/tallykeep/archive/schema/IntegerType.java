package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * TINYINT to BIGINT, signed, and unsigned up to INT UNSIGNED. TINYINT(1) is a number like any
 * other.
 *
 * @param wide whether the column needs 64 bits: INT UNSIGNED and BIGINT
 */
public record IntegerType(boolean wide) implements ArchiveType {
  @Override
  public ValueKind kind() {
    return ValueKind.LONG;
  }

  @Override
  public int tag() {
    return 1;
  }

  @Override
  public Type iceberg() {
    return wide ? Types.LongType.get() : Types.IntegerType.get();
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    PrimitiveTypeName physical = wide ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32;
    return ParquetFields.primitive(physical, required).id(fieldId).named(name);
  }

  @Override
  public @Nullable Object read(ResultSet row, int index) throws SQLException {
    long value = row.getLong(index);
    return row.wasNull() ? null : (Object) value;
  }

  @Override
  public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setLong(parameter, (Long) value);
  }

  @Override
  public int compare(Object left, Object right) {
    return Long.compare((Long) left, (Long) right);
  }

  @Override
  public String text(Object value) {
    return Long.toString((Long) value);
  }

  @Override
  public Object parse(String text) {
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is no whole number.", e);
    }
    if (!wide && value != (int) value) {
      throw new IllegalArgumentException(text + " is outside the column's 32 bits.");
    }
    return value;
  }
}
