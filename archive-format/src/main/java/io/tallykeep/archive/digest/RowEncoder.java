package io.tallykeep.archive.digest;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.ArchiveType;
import io.tallykeep.archive.schema.ValueKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The canonical encoding of a row, version 1. All numbers are big-endian:
 *
 * <pre>
 * row   := version (1 byte: 01), field count (4 bytes), field*
 * field := field id (4 bytes), tag (1 byte), length (4 bytes), bytes[length]
 * </pre>
 *
 * <p>Fields stand in ascending order of field id. A NULL has tag 00 and length 0; other tags are
 * {@link ArchiveType#tag}. Bytes: integers, DATETIME and TIMESTAMP 8 bytes two's complement; DATE 4
 * bytes two's complement; a decimal one byte with its scale, then the shortest two's complement of
 * its unscaled value; text its UTF-8; binary as it is. Specified in docs/archive-format.md.
 *
 * <p>Two rows are the same exactly if their encodings are, whatever a collation or a type of
 * MySQL's calls equal. Keeps its buffer from row to row; not thread-safe, one per thread.
 */
public final class RowEncoder {
  private static final byte VERSION = 1;
  private static final int HEADER = 5;
  private static final int FIELD_HEADER = 9;
  private static final int NULL_TAG = 0;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final int[] positions;
  private final int[] fieldIds;
  private final int[] tags;
  private final ValueKind[] kinds;
  private byte[] buffer = new byte[512];
  private int length;

  public RowEncoder(ArchiveSchema schema) {
    List<ArchiveColumn> columns = schema.columns();
    int count = columns.size();
    this.positions =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingInt(i -> columns.get(i).fieldId()))
            .mapToInt(Integer::intValue)
            .toArray();
    this.fieldIds = new int[count];
    this.tags = new int[count];
    this.kinds = new ValueKind[count];
    for (int i = 0; i < count; i++) {
      ArchiveColumn column = columns.get(positions[i]);
      fieldIds[i] = column.fieldId();
      tags[i] = column.type().tag();
      kinds[i] = column.type().kind();
    }
  }

  /**
   * Encodes a row.
   *
   * @param row its values in column order, null for NULL
   * @return the encoding, the caller's to keep
   */
  public byte[] bytesOf(@Nullable Object[] row) {
    encode(row);
    return Arrays.copyOf(buffer, length);
  }

  /** Encodes a row into {@link #buffer()}, over what was there. */
  void encode(@Nullable Object[] row) {
    if (row.length != positions.length) {
      throw new IllegalArgumentException(
          "a row of " + row.length + " values for " + positions.length + " columns.");
    }
    buffer[0] = VERSION;
    INT.set(buffer, 1, positions.length);
    length = HEADER;
    for (int i = 0; i < positions.length; i++) {
      Object value = row[positions[i]];
      if (value == null) {
        header(i, NULL_TAG, 0);
      } else {
        value(i, value);
      }
    }
  }

  private void value(int field, Object value) {
    switch (kinds[field]) {
      case LONG -> {
        header(field, tags[field], 8);
        LONG.set(buffer, length, ((Long) value).longValue());
        length += 8;
      }
      case DAY -> {
        header(field, tags[field], 4);
        INT.set(buffer, length, ((Integer) value).intValue());
        length += 4;
      }
      case BYTES -> {
        byte[] bytes = (byte[]) value;
        header(field, tags[field], bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
      }
      case DECIMAL -> decimal(field, (BigDecimal) value);
    }
  }

  private void decimal(int field, BigDecimal value) {
    BigInteger unscaled = value.unscaledValue();
    byte[] bytes = unscaled.toByteArray();
    header(field, tags[field], 1 + bytes.length);
    buffer[length] = (byte) value.scale();
    System.arraycopy(bytes, 0, buffer, length + 1, bytes.length);
    length += 1 + bytes.length;
  }

  private void header(int field, int tag, int valueLength) {
    int needed = Math.addExact(length + FIELD_HEADER, valueLength);
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, grown(needed));
    }
    INT.set(buffer, length, fieldIds[field]);
    buffer[length + 4] = (byte) tag;
    INT.set(buffer, length + 5, valueLength);
    length += FIELD_HEADER;
  }

  private static int grown(int needed) {
    return (int) Math.min((long) needed * 2, Integer.MAX_VALUE - 8);
  }

  /** Holds the encoded row in its first {@link #length()} bytes. */
  byte[] buffer() {
    return buffer;
  }

  int length() {
    return length;
  }
}
