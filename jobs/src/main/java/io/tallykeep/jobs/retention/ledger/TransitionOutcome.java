package io.tallykeep.jobs.retention.ledger;

/** What came of a change of the day ledger. It is made for all the days meant, or for none. */
public sealed interface TransitionOutcome {
  /**
   * The days stand where they were to go, by this call or an earlier one.
   *
   * @param epoch the highest epoch of the days
   */
  record Moved(long epoch) implements TransitionOutcome {}

  /** A row stayed locked by others; nothing changed. */
  record Busy(String detail) implements TransitionOutcome {}

  /** The days are not as the change demands; nothing changed. */
  record Refused(String detail) implements TransitionOutcome {}
}
