package io.tallykeep.jobs.retention.ledger;

import java.util.List;

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

  /**
   * Something outside the ledger forbids it; nothing changed.
   *
   * @param code the first objection's, stable
   */
  record Stopped(String code, String detail) implements TransitionOutcome {
    static Stopped by(List<Objection> objections) {
      return new Stopped(objections.get(0).code().name(), Objection.text(objections));
    }
  }
}
