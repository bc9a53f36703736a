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
}
