package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.DecimalType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;

/**
 * One column's values between a row and Parquet. Stateless.
 *
 * <p>{@code level} is the definition level of a value that is there: 0 in a required column, 1 in
 * an optional one.
 */
interface ColumnCodec {
  void write(ColumnWriter column, Object value, int level);

  /** Reads the current value of a column whose current value is not NULL. */
  Object read(ColumnReader column);

  /** Reads a bound as statistics and column indexes hold it: the value's plain encoding. */
  Object bound(ByteBuffer plain);

  /** The value's plain encoding; for bytes without their length, as filters hash it. */
  byte[] plain(Object value);

  /** The codecs of all columns, in column order. */
  static ColumnCodec[] all(ArchiveSchema schema) {
    ColumnCodec[] codecs = new ColumnCodec[schema.columns().size()];
    for (int i = 0; i < codecs.length; i++) {
      PrimitiveType parquet = schema.parquet().getType(i).asPrimitiveType();
      codecs[i] = of(schema.column(i), parquet);
    }
    return codecs;
  }

  private static ColumnCodec of(ArchiveColumn column, PrimitiveType parquet) {
    boolean narrow = parquet.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.INT32;
    return switch (column.type().kind()) {
      case LONG -> narrow ? new NarrowLong() : new WideLong();
      case DAY -> new Day();
      case BYTES -> new Bytes();
      case DECIMAL -> decimal((DecimalType) column.type(), parquet);
    };
  }

  private static ColumnCodec decimal(DecimalType type, PrimitiveType parquet) {
    return switch (parquet.getPrimitiveTypeName()) {
      case INT32 -> new NarrowDecimal(type.scale());
      case INT64 -> new WideDecimal(type.scale());
      default -> new LongDecimal(type.scale(), parquet.getTypeLength());
    };
  }

  private static BigInteger unscaled(Object value, int scale) {
    BigDecimal number = (BigDecimal) value;
    if (number.scale() != scale) {
      throw new IllegalArgumentException(
          number.toPlainString() + " for a column of " + scale + " decimals.");
    }
    return number.unscaledValue();
  }

  private static byte[] little(int value) {
    return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] little(long value) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static ByteBuffer little(ByteBuffer plain) {
    return plain.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] bytes(ByteBuffer plain) {
    byte[] bytes = new byte[plain.remaining()];
    plain.duplicate().get(bytes);
    return bytes;
  }

  /** A long in 64 bits. */
  record WideLong() implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(((Long) value).longValue(), 0, level);
    }

    @Override
    public Object read(ColumnReader column) {
      return column.getLong();
    }

    @Override
    public byte[] plain(Object value) {
      return little(((Long) value).longValue());
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return little(plain).getLong();
    }
  }

  /** A long that fits into 32 bits. */
  record NarrowLong() implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(Math.toIntExact((Long) value), 0, level);
    }

    @Override
    public Object read(ColumnReader column) {
      return (long) column.getInteger();
    }

    @Override
    public byte[] plain(Object value) {
      return little(Math.toIntExact((Long) value));
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return (long) little(plain).getInt();
    }
  }

  /** A day. */
  record Day() implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(((Integer) value).intValue(), 0, level);
    }

    @Override
    public Object read(ColumnReader column) {
      return column.getInteger();
    }

    @Override
    public byte[] plain(Object value) {
      return little(((Integer) value).intValue());
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return little(plain).getInt();
    }
  }

  /** Bytes of fixed or varying length. */
  record Bytes() implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(Binary.fromConstantByteArray((byte[]) value), 0, level);
    }

    @Override
    public Object read(ColumnReader column) {
      Binary value = column.getBinary();
      return value.isBackingBytesReused() ? value.getBytes() : value.getBytesUnsafe();
    }

    @Override
    public byte[] plain(Object value) {
      return (byte[]) value;
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return bytes(plain);
    }
  }

  /** A decimal of up to 9 digits. */
  record NarrowDecimal(int scale) implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(unscaled(value, scale).intValueExact(), 0, level);
    }

    @Override
    public Object read(ColumnReader column) {
      return BigDecimal.valueOf(column.getInteger(), scale);
    }

    @Override
    public byte[] plain(Object value) {
      return little(unscaled(value, scale).intValueExact());
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return BigDecimal.valueOf(little(plain).getInt(), scale);
    }
  }

  /** A decimal of 10 to 18 digits. */
  record WideDecimal(int scale) implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(unscaled(value, scale).longValueExact(), 0, level);
    }

    @Override
    public Object read(ColumnReader column) {
      return BigDecimal.valueOf(column.getLong(), scale);
    }

    @Override
    public byte[] plain(Object value) {
      return little(unscaled(value, scale).longValueExact());
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return BigDecimal.valueOf(little(plain).getLong(), scale);
    }
  }

  /** A decimal of more than 18 digits: big-endian two's complement of fixed length. */
  record LongDecimal(int scale, int length) implements ColumnCodec {
    @Override
    public void write(ColumnWriter column, Object value, int level) {
      column.write(Binary.fromConstantByteArray(padded(value)), 0, level);
    }

    private byte[] padded(Object value) {
      byte[] shortest = unscaled(value, scale).toByteArray();
      byte[] padded = new byte[length];
      int start = length - shortest.length;
      Arrays.fill(padded, 0, start, (byte) (shortest[0] < 0 ? -1 : 0));
      System.arraycopy(shortest, 0, padded, start, shortest.length);
      return padded;
    }

    @Override
    public Object read(ColumnReader column) {
      return new BigDecimal(new BigInteger(column.getBinary().getBytesUnsafe()), scale);
    }

    @Override
    public byte[] plain(Object value) {
      return padded(value);
    }

    @Override
    public Object bound(ByteBuffer plain) {
      return new BigDecimal(new BigInteger(bytes(plain)), scale);
    }
  }
}
