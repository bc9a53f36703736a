package io.tallykeep.service.settings;

import java.time.Duration;

/**
 * What bounds batches.
 *
 * @param atOnce batches that run at once
 * @param parallel look-ups of one batch that run at once; so many answers are held in memory
 * @param lines lines of one batch
 * @param longest a batch that takes longer is cut
 */
public record BatchLimits(int atOnce, int parallel, int lines, Duration longest) {
  public BatchLimits {
    Checks.between("batch.at-once", atOnce, 1, 64);
    Checks.between("batch.parallel", parallel, 1, 64);
    Checks.between("batch.max-lines", lines, 1, 100_000_000);
    Checks.between("batch.longest", longest, Duration.ofSeconds(1), Duration.ofDays(1));
  }
}
