package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * DATETIME(n): a wall-clock time without zone, as microseconds since 1970-01-01 00:00:00 on that
 * same clock. No zone takes part, so a time inside a daylight-saving gap keeps its digits.
 */
public record DateTimeType() implements ArchiveType {
  @Override
  public ValueKind kind() {
    return ValueKind.LONG;
  }

  @Override
  public int tag() {
    return 6;
  }

  @Override
  public Type iceberg() {
    return Types.TimestampType.withoutZone();
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    return ParquetFields.primitive(PrimitiveTypeName.INT64, required)
        .as(LogicalTypeAnnotation.timestampType(false, TimeUnit.MICROS))
        .id(fieldId)
        .named(name);
  }

  @Override
  public @Nullable Object read(ResultSet row, int index) throws SQLException, NotStorableException {
    byte[] wire = row.getBytes(index);
    return wire == null ? null : WireTime.micros(wire);
  }

  @Override
  public void bind(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setObject(parameter, WireTime.time((Long) value));
  }

  @Override
  public int compare(Object left, Object right) {
    return Long.compare((Long) left, (Long) right);
  }

  @Override
  public String text(Object value) {
    return WireTime.text((Long) value);
  }

  @Override
  public Object parse(String text) {
    try {
      return WireTime.micros(LocalDateTime.parse(text.replace(' ', 'T')));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no time: write YYYY-MM-DDTHH:MM:SS, with up to 6 decimals.", e);
    }
  }
}
