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
  /** The bounds as configured. */
  public static CopyBounds of(CopySettings settings) {
    return new CopyBounds(
        settings.pageRows(), settings.writerMemory().toBytes(), settings.fileSize().toBytes());
  }
}
