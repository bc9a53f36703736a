package io.tallykeep.jobs.oracle;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The number of rows of a table and a hash of each column, whatever the order of rows and columns.
 * A value is hashed with its row's identity, so that one in the wrong row shows.
 *
 * <p>Every reader brings its values as text of the same form: text and bytes as lower-case
 * hexadecimal digits of their bytes, numbers plain, dates as YYYY-MM-DD, times as microseconds
 * since 1970, no value as {@value #NULL}.
 */
final class ColumnHashes {
  static final String NULL = "null";

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

  private final List<String> identity;
  private final Map<String, BigInteger> byColumn = new TreeMap<>();
  private long rows;

  /**
   * @param identity the names of the identity's columns
   */
  ColumnHashes(List<String> identity) {
    this.identity = List.copyOf(identity);
  }

  /** Takes one row's values by column. */
  void add(Map<String, String> row) {
    StringBuilder key = new StringBuilder();
    identity.forEach(column -> key.append(row.get(column)).append('/'));
    row.forEach(
        (column, value) ->
            byColumn.merge(
                column, hash(key + column + "/" + value), (a, b) -> a.add(b).mod(MODULUS)));
    rows++;
  }

  long rows() {
    return rows;
  }

  Set<String> columns() {
    return Set.copyOf(byColumn.keySet());
  }

  boolean sameColumn(ColumnHashes other, String column) {
    return Objects.equals(byColumn.get(column), other.byColumn.get(column));
  }

  private static BigInteger hash(String text) {
    try {
      return new BigInteger(
          1, MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
