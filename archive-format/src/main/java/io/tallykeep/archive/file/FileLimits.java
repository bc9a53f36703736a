package io.tallykeep.archive.file;

/**
 * What bounds a writer's memory and a reader's fetch.
 *
 * @param rowGroupBytes how many encoded bytes a row group may hold in memory before it is written
 * @param pageRows the most rows in one page
 */
public record FileLimits(long rowGroupBytes, int pageRows) {
  /** Row groups of 32 MiB in memory, pages of 4,000 rows. */
  public static final FileLimits DEFAULT = new FileLimits(32L * 1024 * 1024, 4_000);

  public FileLimits {
    if (rowGroupBytes < 1 || pageRows < 1) {
      throw new IllegalArgumentException(
          "a row group of " + rowGroupBytes + " bytes with pages of " + pageRows + " rows.");
    }
  }
}
