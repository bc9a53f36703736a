package io.tallykeep.jobs.retention.copy;

import io.tallykeep.jobs.settings.CopySettings;

/**
 * What bounds a copy.
 *
 * @param pageRows rows per keyset page
 * @param writerMemoryBytes what all open data files may buffer together
 * @param fileBytes a data file is finished at about this size
 */
public record CopyBounds(int pageRows, long writerMemoryBytes, long fileBytes) {
  /** A writer looks at its size once per MiB: with less than this its share means nothing. */
  private static final long LEAST_SHARE_BYTES = 2L * 1024 * 1024;

  /** The bounds as configured. */
  public static CopyBounds of(CopySettings settings) {
    return new CopyBounds(
        settings.pageRows(), settings.writerMemory().toBytes(), settings.fileSize().toBytes());
  }

  /** How many data files, one per event day, may be open at once. */
  int daysAtOnce() {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, writerMemoryBytes / LEAST_SHARE_BYTES));
  }

  /**
   * What each of so many open files may buffer.
   *
   * @param days at most {@link #daysAtOnce}
   */
  long shareBytes(int days) {
    return Math.max(LEAST_SHARE_BYTES, writerMemoryBytes / Math.max(1, days));
  }
}
