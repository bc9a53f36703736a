package io.tallykeep.jobs.retention.drill;

import io.tallykeep.jobs.retention.restore.RestoreOutcome;
import java.time.Duration;
import java.time.LocalDate;

/**
 * One day restored on trial.
 *
 * @param dataset the dataset's name
 * @param eventDay the day
 * @param outcome what the restore came to
 * @param took how long it took, from the choice of files to the comparison
 */
public record DrillResult(
    String dataset, LocalDate eventDay, RestoreOutcome outcome, Duration took) {

  public boolean isOk() {
    return outcome instanceof RestoreOutcome.Restored;
  }

  /** Whether it says something of the archive: a day that expired meanwhile does not. */
  boolean isDecided() {
    return !(outcome instanceof RestoreOutcome.Refused refused)
        || refused.cause() == RestoreOutcome.Cause.EVIDENCE;
  }

  /** Rows restored and compared; 0 where it failed. */
  public long rowCount() {
    return outcome instanceof RestoreOutcome.Restored restored ? restored.rowCount() : 0;
  }

  /** Rows a second, rounded down. */
  public long rowsPerSecond() {
    return rowCount() * 1_000 / Math.max(1, took.toMillis());
  }

  /** Why it failed, with the code first; empty where it did not. */
  public String reason() {
    return outcome instanceof RestoreOutcome.Refused refused
        ? refused.code() + ": " + refused.reason()
        : "";
  }
}
