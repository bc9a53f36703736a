package io.tallykeep.jobs.batch;

/** What a protocol step came to. Failures of the environment are exceptions, not outcomes. */
public sealed interface StepOutcome {
  /**
   * The step's effect is in place, by this run or an earlier one.
   *
   * @param what what was done, with numbers and units
   */
  record Done(String what) implements StepOutcome {}

  /**
   * Not now; nothing was lost and the next night tries again.
   *
   * @param code stable, for alarms and tests
   * @param reason what stands in the way and what to do about it
   */
  record Deferred(String code, String reason) implements StepOutcome {}

  /**
   * A person must look before anything destructive goes on.
   *
   * @param code stable, for alarms and tests
   * @param reason what was found and where
   */
  record Quarantined(String code, String reason) implements StepOutcome {}

  /**
   * Not now, and not because of the partition: an order stands against the work, or this worker may
   * not do it any more. Nothing is recorded about the partition.
   *
   * @param code stable, for alarms and tests
   * @param reason who or what stopped it, and what to do
   */
  record Stopped(String code, String reason) implements StepOutcome {}
}
