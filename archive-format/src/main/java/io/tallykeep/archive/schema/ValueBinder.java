package io.tallykeep.archive.schema;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Binds an archive value as a statement's parameter, in the form that lets MySQL use the column's
 * index: text as text, since a binary string would be compared without it.
 */
public final class ValueBinder {
  private ValueBinder() {}

  /** Binds a value of the given type; null binds NULL. */
  public static void bind(
      PreparedStatement statement, int parameter, ArchiveType type, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      statement.setNull(parameter, Types.NULL);
    } else if (type instanceof TextType) {
      statement.setString(parameter, new String((byte[]) value, StandardCharsets.UTF_8));
    } else if (type instanceof BinaryType) {
      statement.setBytes(parameter, (byte[]) value);
    } else if (type instanceof IntegerType) {
      statement.setLong(parameter, (Long) value);
    } else if (type instanceof DecimalType) {
      statement.setBigDecimal(parameter, (BigDecimal) value);
    } else if (type instanceof DateType) {
      statement.setObject(parameter, LocalDate.ofEpochDay((Integer) value));
    } else {
      statement.setObject(
          parameter,
          LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plus((Long) value, ChronoUnit.MICROS));
    }
  }
}
