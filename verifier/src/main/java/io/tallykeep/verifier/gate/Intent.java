package io.tallykeep.verifier.gate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One column of an intent as it is on record, compared with the offered value in Java: SQL would
 * call 'eur' and 'EUR' equal, or two values that a conversion makes so.
 *
 * @param recorded the recorded value, for people
 * @param same whether it is the offered one
 */
record Intent(String recorded, boolean same) {

  /**
   * Checks that a value can be compared exactly.
   *
   * @throws IllegalArgumentException if it is none of text, whole number, decimal, date, bytes
   */
  static void requireComparable(String column, @Nullable Object value) {
    boolean comparable =
        value instanceof String
            || value instanceof LocalDate
            || value instanceof byte[]
            || isNumber(value);
    if (value != null && !comparable) {
      throw new IllegalArgumentException(
          "intent column "
              + column
              + " has a "
              + value.getClass().getName()
              + ", which can't be compared exactly. Give a String, a whole number, a BigDecimal, a"
              + " LocalDate or bytes.");
    }
  }

  private static boolean isNumber(@Nullable Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte
        || value instanceof BigInteger
        || value instanceof BigDecimal;
  }

  /** Reads a column of the current row and compares it. */
  static Intent read(ResultSet row, int index, @Nullable Object offered) throws SQLException {
    if (offered instanceof byte[] bytes) {
      byte[] recorded = row.getBytes(index);
      return new Intent(text(recorded), Arrays.equals(bytes, recorded));
    }
    if (offered instanceof LocalDate day) {
      LocalDate recorded = row.getObject(index, LocalDate.class);
      return new Intent(text(recorded), day.equals(recorded));
    }
    if (offered != null && isNumber(offered)) {
      BigDecimal recorded = row.getBigDecimal(index);
      boolean same =
          recorded != null && recorded.compareTo(new BigDecimal(offered.toString())) == 0;
      return new Intent(text(recorded), same);
    }
    String recorded = row.getString(index);
    return new Intent(
        text(recorded), offered == null ? recorded == null : offered.equals(recorded));
  }

  /** A value for people: bytes in hex. */
  static String text(@Nullable Object value) {
    return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
  }
}
