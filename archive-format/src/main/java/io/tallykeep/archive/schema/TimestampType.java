package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * TIMESTAMP(n): an instant, as microseconds since 1970-01-01 00:00:00 UTC. Read in a session whose
 * time zone is +00:00; {@code MysqlSource} sees to that.
 */
public record TimestampType() implements ArchiveType {
  @Override
  public ValueKind kind() {
    return ValueKind.LONG;
  }

  @Override
  public int tag() {
    return 7;
  }

  @Override
  public Type iceberg() {
    return Types.TimestampType.withZone();
  }

  @Override
  public PrimitiveType parquet(String name, int fieldId, boolean required) {
    return ParquetFields.primitive(PrimitiveTypeName.INT64, required)
        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
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
    return WireTime.text((Long) value) + "Z";
  }

  @Override
  public Object parse(String text) {
    try {
      return WireTime.micros(
          OffsetDateTime.parse(text.replace(' ', 'T'))
              .withOffsetSameInstant(ZoneOffset.UTC)
              .toLocalDateTime());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no instant: write YYYY-MM-DDTHH:MM:SSZ, with up to 6 decimals.", e);
    }
  }
}
