package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.TableName;

/**
 * A table whose partitions do not tell which event days they hold, so that nothing can be proved
 * from them. The message says why and what to do.
 */
public final class PartitioningNotSupported extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why a table's partitioning is refused. */
  public enum Reason {
    /** The account sees no such table. */
    TABLE_NOT_FOUND,
    /** The table has no partitions. */
    NOT_PARTITIONED,
    /** LIST, HASH, KEY: a partition is no range of days. */
    NOT_A_RANGE,
    /** A function other than TO_DAYS: UNIX_TIMESTAMP follows the session's zone. */
    EXPRESSION,
    /** The partitions are partitioned again. */
    SUBPARTITIONS,
    /** RANGE COLUMNS over several columns. */
    SEVERAL_COLUMNS,
    /** The partition column is not the dataset's event day. */
    NOT_THE_EVENT_DAY,
    /** The partition column is not a DATE. */
    NOT_A_DATE,
    /** A bound or a name that can't be read. */
    BOUND
  }

  private final Reason reason;

  PartitioningNotSupported(TableName table, Reason reason, String why) {
    super("table " + table + ": " + why);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
