package io.tallykeep.archive.digest;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The digest of a set of rows: how many, and the sum modulo 2^256 of the SHA-256 of each row's
 * canonical encoding. A sum, not XOR, so that two equal rows do not cancel; it does not depend on
 * the rows' order, so that slices add up.
 *
 * @param rowCount number of rows, not negative
 * @param sum the sum, at least 0 and below 2^256
 */
public record TableDigest(long rowCount, BigInteger sum) {
  static final int BYTES = 32;

  /** The digest of no rows. */
  public static final TableDigest ZERO = new TableDigest(0, BigInteger.ZERO);

  public TableDigest {
    if (rowCount < 0) {
      throw new IllegalArgumentException("row count " + rowCount + " is negative.");
    }
    if (sum.signum() < 0 || sum.bitLength() > BYTES * 8) {
      throw new IllegalArgumentException("the digest's sum is outside 0 to 2^256 - 1.");
    }
  }

  /** The digest of both sets of rows together. */
  public TableDigest plus(TableDigest other) {
    BigInteger total = sum.add(other.sum);
    return new TableDigest(
        Math.addExact(rowCount, other.rowCount),
        total.bitLength() > BYTES * 8 ? total.clearBit(BYTES * 8) : total);
  }

  /** The sum as 64 lower-case hex digits. */
  public String hex() {
    return HexFormat.of().formatHex(bytes());
  }

  /** The sum as 32 bytes, the highest first. */
  public byte[] bytes() {
    byte[] magnitude = sum.toByteArray();
    byte[] bytes = new byte[BYTES];
    int length = Math.min(magnitude.length, BYTES);
    System.arraycopy(magnitude, magnitude.length - length, bytes, BYTES - length, length);
    return bytes;
  }

  /**
   * Reads what {@link #hex} wrote.
   *
   * @throws IllegalArgumentException if the text is not 64 hex digits
   */
  public static TableDigest parse(long rowCount, String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "a digest has 64 hex digits, '" + hex + "' has " + hex.length() + ".");
    }
    return of(rowCount, HexFormat.of().parseHex(hex.toLowerCase(Locale.ROOT)));
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @throws IllegalArgumentException if there are not 32 bytes
   */
  public static TableDigest of(long rowCount, byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a digest has 32 bytes, not " + bytes.length + ".");
    }
    return new TableDigest(rowCount, new BigInteger(1, bytes));
  }

  @Override
  public String toString() {
    return rowCount + " rows, " + hex();
  }
}
