package io.tallykeep.jobs.retention.freeze;

/** Why days were not closed, frozen or thawed. The names are stable codes. */
public enum DeferralReason {
  /** The table has no guard. */
  GUARD_ABSENT,
  /** The guard does not hold, or that can't be decided. */
  GUARD_BROKEN,
  /** Days were closed before the guard was created and are not shown to be sound. */
  GUARD_GAP,
  /** The server's clock is behind one of its earlier readings. */
  CLOCK_BEHIND,
  /** A day could still be called young in some session's zone. */
  STILL_YOUNG,
  /** The partition is gone, has no end, or has days without a ledger row. */
  NOT_COVERED,
  /** A person must look at one of the days first. */
  QUARANTINED,
  /** The days are at different points, or not where this step begins. */
  LEDGER_DIFFERS,
  /** A ledger row stayed locked by others. */
  LEDGER_BUSY,
  /** The table could not be read in time: DDL is waiting or running. */
  TABLE_BUSY,
  /** A transaction is open that could hold a write the guard did not see. */
  OPEN_TRANSACTION,
  /** The account may not see all transactions. */
  TRANSACTIONS_HIDDEN,
  /** Rows are not done yet, or their business keys are not. */
  ROWS_NOT_READY
}
