package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.Where;

/** What became of a live row that was to be finished. */
public sealed interface FinishOutcome {

  /**
   * The row was live and is done now.
   *
   * @param where the table that holds it: ONLINE or LATE
   */
  record Finished(Where where) implements FinishOutcome {}

  /**
   * The row is there but is not live: somebody finished it before.
   *
   * @param state its state
   */
  record NotLive(String state) implements FinishOutcome {}

  /** Neither table holds the row. */
  record NoRow() implements FinishOutcome {}

  /**
   * Nothing was changed.
   *
   * @param reason why, as a stable code
   * @param detail what and where, and what to do
   */
  record Undecidable(UndecidableReason reason, String detail) implements FinishOutcome {}

  /**
   * Nothing is known to have been changed. Where the answer to a COMMIT was lost it may have been:
   * call again, NotLive tells.
   *
   * @param lastError what ended the last attempt
   * @param attempts how many there were
   */
  record RetryExhausted(String lastError, int attempts) implements FinishOutcome {}
}
