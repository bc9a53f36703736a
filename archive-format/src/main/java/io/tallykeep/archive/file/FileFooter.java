package io.tallykeep.archive.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.Util;

/**
 * What a look-up takes from a Parquet footer: its own entries and the number of rows.
 *
 * @param from the footer's first byte in the file
 * @param rowCount as the footer states it
 */
record FileFooter(long from, long rowCount, List<KeyValue> entries) {
  private static final int TAIL_BYTES = 64 * 1024;

  /** Length of the footer and magic number behind it. */
  private static final int END_BYTES = 8;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** Fetches the object's tail, and the rest of a footer that is longer. */
  static FileFooter read(ObjectRanges object) throws IOException {
    long size = object.sizeBytes();
    if (size < MAGIC.length + END_BYTES) {
      throw new IOException("it has " + size + " bytes, too few for a Parquet file");
    }
    int tailBytes = (int) Math.min(TAIL_BYTES, size);
    byte[] tail = fetch(object, size - tailBytes, tailBytes);
    byte[] magic = Arrays.copyOfRange(tail, tailBytes - MAGIC.length, tailBytes);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new IOException("it does not end as a Parquet file does");
    }
    int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt(tailBytes - END_BYTES);
    if (length < 1 || length > size - END_BYTES - MAGIC.length) {
      throw new IOException("its footer states a length of " + length + " bytes");
    }
    int missing = Math.max(0, length + END_BYTES - tailBytes);
    byte[] footer = new byte[length];
    if (missing > 0) {
      byte[] rest = fetch(object, size - END_BYTES - length, missing);
      System.arraycopy(rest, 0, footer, 0, missing);
    }
    int inTail = length - missing;
    System.arraycopy(tail, tailBytes - END_BYTES - inTail, footer, missing, inTail);
    FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(footer), true);
    List<KeyValue> entries =
        Objects.requireNonNullElse(metadata.getKey_value_metadata(), List.of());
    return new FileFooter(size - END_BYTES - length, metadata.getNum_rows(), entries);
  }

  /** Fetches a range and checks its length. */
  static byte[] fetch(ObjectRanges object, long from, int count) throws IOException {
    byte[] bytes = object.fetch(from, count);
    if (bytes.length != count) {
      throw new IOException(bytes.length + " bytes came of " + count + " from byte " + from);
    }
    return bytes;
  }

  /** The value of an entry. */
  Optional<String> entry(String key) {
    return entries.stream()
        .filter(entry -> entry.getKey().equals(key))
        .map(KeyValue::getValue)
        .findFirst();
  }
}
