package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.dataset.TableName;
import java.time.LocalDate;

/** A partition holds a row whose event day is not among the days taken; the copy stops. */
public final class UnexpectedDayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnexpectedDayException(TableName table, String tablePartition, LocalDate day, String key) {
    super(
        "table "
            + table
            + ", partition "
            + tablePartition
            + ": row "
            + key
            + " has event day "
            + day
            + ", which has no ledger row of this partition. Adopt that day, or move the row.");
  }
}
