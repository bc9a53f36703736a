package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Reads the footer's entry that holds a {@link SparseIndex}. What it says is believed only if its
 * checksum fits and it fits the file; docs/archive-format.md, "Sparse index", has the layout.
 */
final class SparseIndexEntry {
  static final int VERSION = 1;
  static final byte STORED = 0;
  static final byte ZSTD = 1;

  private static final int FIRST_BYTE = 4;
  private static final int CHECKSUM_BYTES = 32;
  private static final int FINGERPRINT_BYTES = 32;

  private final ArchiveSchema schema;
  private final VarInts in;
  private long[] starts = new long[0];
  private int[] rows = new int[0];
  private int[] filterBlocks = new int[0];
  private long[] filterFrom = new long[0];
  private int[] restarts = new int[0];
  private final ByteArrayOutputStream keys = new ByteArrayOutputStream();

  private SparseIndexEntry(ArchiveSchema schema, VarInts in) {
    this.schema = schema;
    this.in = in;
  }

  /**
   * Reads an entry.
   *
   * @param footerFrom the footer's first byte in the file
   * @param rowCount the number of rows the footer states
   * @throws IllegalStateException if the entry contradicts its checksum, the schema, the footer or
   *     itself
   */
  static SparseIndex read(ArchiveSchema schema, String text, long footerFrom, long rowCount) {
    byte[] bytes = Base64.getDecoder().decode(text);
    int end = bytes.length - CHECKSUM_BYTES;
    require(
        end > 0
            && MessageDigest.isEqual(
                checksum(bytes, end), Arrays.copyOfRange(bytes, end, bytes.length)),
        "does not have its checksum");
    SparseIndexEntry entry = new SparseIndexEntry(schema, new VarInts(bytes, 0, end));
    byte[] codecs = entry.head();
    entry.groups();
    entry.placeFilters(footerFrom);
    long rowSum = Arrays.stream(entry.rows).asLongStream().sum();
    require(rowSum == rowCount, "has " + rowSum + " rows, the footer states " + rowCount);
    return new SparseIndex(
        new SparseIndex.Parts(
            codecs,
            entry.starts,
            entry.rows,
            entry.filterBlocks,
            entry.filterFrom,
            entry.keys.toByteArray(),
            entry.restarts));
  }

  static byte[] checksum(byte[] bytes, int end) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, end);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private byte[] head() {
    int version = in.next();
    require(version == VERSION, "has version " + version + ", known is " + VERSION);
    byte[] fingerprint = new byte[FINGERPRINT_BYTES];
    in.copy(fingerprint, 0, FINGERPRINT_BYTES);
    String written = HexFormat.of().formatHex(fingerprint);
    require(
        written.equals(schema.fingerprint()),
        "is of another schema than that of table " + schema.table());
    byte[] codecs = new byte[in.next()];
    require(codecs.length == schema.columns().size(), "has " + codecs.length + " columns");
    in.copy(codecs, 0, codecs.length);
    for (byte codec : codecs) {
      require(codec == STORED || codec == ZSTD, "names an unknown codec");
    }
    return codecs;
  }

  private void groups() {
    int count = in.next();
    require(count > 0, "has no row group");
    starts = new long[count + 1];
    rows = new int[count];
    filterBlocks = new int[count];
    filterFrom = new long[count];
    restarts = new int[(count + SparseIndex.RESTART - 1) / SparseIndex.RESTART];
    starts[0] = FIRST_BYTE;
    byte[] previous = new byte[0];
    for (int group = 0; group < count; group++) {
      rows[group] = in.next();
      starts[group + 1] = starts[group] + in.next();
      filterBlocks[group] = in.next();
      filterFrom[group] = filterBlocks[group] > 0 ? in.next() : 0;
      require(rows[group] > 0 && starts[group + 1] > starts[group], "has an empty row group");
      byte[] key = key(group, previous);
      require(group == 0 || SortKey.compare(previous, key) < 0, "is not in ascending order");
      previous = key;
    }
    require(in.atEnd(), "has more bytes than row groups");
  }

  private byte[] key(int group, byte[] previous) {
    int shared = in.next();
    int more = in.next();
    boolean restart = group % SparseIndex.RESTART == 0;
    require(shared <= (restart ? 0 : previous.length), "shares more than there is");
    byte[] key = Arrays.copyOf(previous, shared + more);
    in.copy(key, shared, more);
    if (restart) {
      restarts[group / SparseIndex.RESTART] = keys.size();
    }
    VarInts.write(keys, shared);
    VarInts.write(keys, more);
    keys.write(key, shared, more);
    return key;
  }

  /** Filters stand right before the footer, row group by row group, each behind its header. */
  private void placeFilters(long footerFrom) {
    long place = footerFrom;
    for (int group = rows.length - 1; group >= 0; group--) {
      long bits = (long) filterBlocks[group] * FilterProbe.BLOCK_BYTES;
      long header = filterFrom[group];
      filterFrom[group] = place - bits;
      place -= bits + header;
    }
    require(starts[rows.length] <= place, "reaches beyond the file");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(
          "the footer's " + ParquetSettings.SPARSE_INDEX + " " + otherwise);
    }
  }
}
