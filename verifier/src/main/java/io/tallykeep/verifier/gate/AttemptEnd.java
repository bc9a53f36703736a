package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import java.sql.SQLException;

/** How one attempt ended. */
sealed interface AttemptEnd {
  /** With an answer. */
  record Decided(GateOutcome outcome) implements AttemptEnd {}

  /**
   * With a write that a table refused for good.
   *
   * @param fault whose values it is
   * @param what what was written, for people
   * @throws SQLException the error, if it says anything else
   */
  static AttemptEnd notStored(EffectFailure fault, String what, SQLException error)
      throws SQLException {
    if (SqlFailure.of(error) != SqlFailure.NOT_STORABLE) {
      throw error;
    }
    return new Decided(EffectFailed.of(fault, what + ": " + SqlFailure.describe(error)));
  }

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
