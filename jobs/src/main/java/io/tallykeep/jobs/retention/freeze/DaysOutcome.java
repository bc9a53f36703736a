package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.ledger.PartitionDays;

/** What came of closing, freezing or thawing a table partition's days: all of them, or none. */
public sealed interface DaysOutcome {
  /**
   * The days stand there, by this call or an earlier one.
   *
   * @param days the partition's days
   * @param epoch their highest epoch; after a freeze, the freeze number
   */
  record Done(PartitionDays days, long epoch) implements DaysOutcome {}

  /**
   * Not now; nothing changed, or it was changed back.
   *
   * @param reason stable
   * @param detail what stands in the way, where, and what to do
   */
  record Deferred(DeferralReason reason, String detail) implements DaysOutcome {}

  /**
   * Something that is not of these days' making forbids it; nothing changed.
   *
   * @param code stable
   */
  record Stopped(String code, String detail) implements DaysOutcome {}
}
