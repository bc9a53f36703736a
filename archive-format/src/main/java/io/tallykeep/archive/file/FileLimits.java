package io.tallykeep.archive.file;

/**
 * How large the parts of a data file get. A row group is what a look-up fetches and what a writer
 * holds in memory; a page is what is decompressed for one value.
 *
 * @param rowGroupBytes a row group is closed once it has this many encoded bytes, before
 *     compression; one row may exceed it
 * @param rowGroupRows the most rows in a row group
 * @param pageRows the most rows in one page
 */
public record FileLimits(long rowGroupBytes, int rowGroupRows, int pageRows) {
  /** Row groups of up to 512 KiB before compression and 4,096 rows, one page in each column. */
  public static final FileLimits DEFAULT = new FileLimits(512 * 1024, 4_096, 4_096);

  public FileLimits {
    if (rowGroupBytes < 1 || rowGroupRows < 1 || pageRows < 1) {
      throw new IllegalArgumentException(
          "a row group of "
              + rowGroupBytes
              + " bytes and "
              + rowGroupRows
              + " rows with pages of "
              + pageRows
              + " rows.");
    }
  }

  /** The same limits with row groups of no more than so many encoded bytes. */
  public FileLimits withRowGroupBytes(long mostBytes) {
    return new FileLimits(Math.min(rowGroupBytes, mostBytes), rowGroupRows, pageRows);
  }
}
