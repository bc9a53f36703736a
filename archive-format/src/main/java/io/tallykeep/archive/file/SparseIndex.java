package io.tallykeep.archive.file;

import java.util.Arrays;

/**
 * Where the row groups of one data file are, and the first identity of each. Packed into a few
 * arrays. Immutable and thread-safe.
 *
 * <p>It comes from a checksummed entry of the file's footer, so it is what the writer wrote. Row
 * groups are counted from 0 and follow each other without a gap.
 */
public final class SparseIndex {
  /** Every so many keys one stands whole; the others leave out what they share with the last. */
  static final int RESTART = 16;

  private static final int OBJECT_BYTES = 160;

  private final byte[] codecs;
  private final long[] starts;
  private final int[] rows;
  private final int[] filterBlocks;
  private final long[] filterFrom;
  private final byte[] keys;
  private final int[] restarts;

  SparseIndex(Parts parts) {
    this.codecs = parts.codecs();
    this.starts = parts.starts();
    this.rows = parts.rows();
    this.filterBlocks = parts.filterBlocks();
    this.filterFrom = parts.filterFrom();
    this.keys = parts.keys();
    this.restarts = parts.restarts();
  }

  /**
   * What an index is made of; the arrays are handed over.
   *
   * @param codecs by column, 0 stored, 1 zstd
   * @param starts the first byte of each row group, and the first byte behind the last
   * @param rows by row group
   * @param filterBlocks how many blocks each row group's filter has, 0 for none
   * @param filterFrom the first byte of each row group's filter bits
   * @param keys the row groups' first identities, front-coded: varints of the bytes shared with the
   *     key before and of the further bytes, then those
   * @param restarts where every sixteenth key begins in {@code keys}; those share nothing
   */
  record Parts(
      byte[] codecs,
      long[] starts,
      int[] rows,
      int[] filterBlocks,
      long[] filterFrom,
      byte[] keys,
      int[] restarts) {}

  public int groupCount() {
    return rows.length;
  }

  /** The first byte of a row group. */
  public long from(int group) {
    return starts[group];
  }

  /** How many bytes a row group has, all its columns together. */
  public int lengthBytes(int group) {
    return (int) (starts[group + 1] - starts[group]);
  }

  public int rowCount(int group) {
    return rows[group];
  }

  /** How many rows the file has. */
  public long rowCount() {
    return Arrays.stream(rows).asLongStream().sum();
  }

  /** About how many bytes this takes in memory. */
  public int weightBytes() {
    return OBJECT_BYTES
        + codecs.length
        + keys.length
        + Long.BYTES * (starts.length + filterFrom.length)
        + Integer.BYTES * (rows.length + filterBlocks.length + restarts.length);
  }

  byte codec(int column) {
    return codecs[column];
  }

  int columnCount() {
    return codecs.length;
  }

  /** Whether every row group has a filter. */
  public boolean hasFilters() {
    return Arrays.stream(filterBlocks).allMatch(blocks -> blocks > 0);
  }

  long filterFrom(int group) {
    return filterFrom[group];
  }

  /** The size of a row group's filter; 0 if there is none. */
  int filterBytes(int group) {
    return filterBlocks[group] * FilterProbe.BLOCK_BYTES;
  }

  /** The row group whose rows may be equal to the key; -1 if all rows are greater. */
  int groupOf(byte[] key) {
    int low = 0;
    int high = restarts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (SortKey.compare(new Cursor(middle).next(), key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    Cursor cursor = new Cursor(low);
    int group = low * RESTART - 1;
    int end = Math.min(rows.length, (low + 1) * RESTART);
    while (group + 1 < end && SortKey.compare(cursor.next(), key) <= 0) {
      group++;
    }
    return group;
  }

  /** The key of a row group's first row. */
  byte[] firstKey(int group) {
    Cursor cursor = new Cursor(group / RESTART);
    byte[] key = cursor.next();
    for (int i = group % RESTART; i > 0; i--) {
      key = cursor.next();
    }
    return key;
  }

  /** Reads keys one after another. */
  private final class Cursor {
    private final VarInts in;
    private byte[] last = new byte[0];

    Cursor(int restart) {
      in = new VarInts(keys, restarts[restart], keys.length);
    }

    byte[] next() {
      int shared = in.next();
      int more = in.next();
      byte[] key = Arrays.copyOf(last, shared + more);
      in.copy(key, shared, more);
      last = key;
      return key;
    }
  }
}
