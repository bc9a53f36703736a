package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.DecimalType;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * An identity as one string of bytes, so that comparing two of them byte by byte, unsigned, orders
 * them as the identities are ordered. docs/archive-format.md, "Sparse index", has the encoding.
 */
final class SortKey {
  private static final int DECIMAL_BYTES = 16;
  private static final BigInteger DECIMAL_LIMIT = BigInteger.ONE.shiftLeft(8 * DECIMAL_BYTES - 1);

  private SortKey() {}

  /**
   * Encodes an identity. A decimal with more digits than its column has is rounded down, so that
   * the key still falls between the same two keys of the column.
   */
  static byte[] of(ArchiveSchema schema, Object[] identity) {
    List<Integer> columns = schema.identityIndexes();
    ByteArrayOutputStream key = new ByteArrayOutputStream(64);
    for (int i = 0; i < identity.length; i++) {
      ArchiveColumn column = schema.column(columns.get(i));
      switch (column.type().kind()) {
        case LONG -> key.writeBytes(signed(((Long) identity[i]).longValue()));
        case DAY ->
            key.writeBytes(
                ByteBuffer.allocate(Integer.BYTES)
                    .putInt((Integer) identity[i] ^ Integer.MIN_VALUE)
                    .array());
        case DECIMAL ->
            key.writeBytes(decimal((BigDecimal) identity[i], (DecimalType) column.type()));
        case BYTES -> bytes(key, (byte[]) identity[i], i + 1 < identity.length);
      }
    }
    return key.toByteArray();
  }

  private static byte[] signed(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value ^ Long.MIN_VALUE).array();
  }

  private static byte[] decimal(BigDecimal value, DecimalType type) {
    BigInteger unscaled = value.setScale(type.scale(), RoundingMode.FLOOR).unscaledValue();
    BigInteger bounded =
        unscaled.min(DECIMAL_LIMIT.subtract(BigInteger.ONE)).max(DECIMAL_LIMIT.negate());
    byte[] shortest = bounded.add(DECIMAL_LIMIT).toByteArray();
    byte[] padded = new byte[DECIMAL_BYTES];
    int length = Math.min(shortest.length, DECIMAL_BYTES);
    System.arraycopy(shortest, shortest.length - length, padded, DECIMAL_BYTES - length, length);
    return padded;
  }

  /** A value that others follow ends in 00 00; a byte 00 within it is written as 00 FF. */
  private static void bytes(ByteArrayOutputStream key, byte[] value, boolean followed) {
    if (!followed) {
      key.writeBytes(value);
      return;
    }
    for (byte one : value) {
      key.write(one);
      if (one == 0) {
        key.write(0xFF);
      }
    }
    key.write(0);
    key.write(0);
  }

  static int compare(byte[] left, byte[] right) {
    return Arrays.compareUnsigned(left, right);
  }
}
