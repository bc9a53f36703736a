package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import java.sql.SQLException;

/** How one attempt ended. */
sealed interface AttemptEnd {
  /** With an answer. */
  record Decided(GateOutcome outcome) implements AttemptEnd {}

  /**
   * With a conflict, rolled back and still to be kept.
   *
   * @param operation the operation's key, for people; empty for a conflict of the event itself
   */
  record Conflicting(Conflict conflict, String operation) implements AttemptEnd {}

  /** Without an answer: the event is adjudicated again. */
  record Again(String why) implements AttemptEnd {
    static Again after(SQLException error) {
      return new Again(SqlFailure.describe(error));
    }
  }
}
