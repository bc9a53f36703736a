package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.dataset.TableName;

/** The rows read in pages are not as many as COUNT(*) says; what was read is not to be used. */
public final class RowCountException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RowCountException(TableName table, String tablePartition, long read, long counted) {
    super(
        "table "
            + table
            + ", partition "
            + tablePartition
            + ": read "
            + read
            + " rows in pages but COUNT(*) says "
            + counted
            + ". Rows were written past the guard while it was read, or an index of the table is"
            + " damaged (CHECK TABLE tells). Find out which.");
  }
}
