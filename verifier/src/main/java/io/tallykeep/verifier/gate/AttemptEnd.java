package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import java.sql.SQLException;

/** How one attempt ended. */
sealed interface AttemptEnd {
  /** With an answer. */
  record Decided(GateOutcome outcome) implements AttemptEnd {}

  /** With a conflict of the operation, rolled back and still to be kept. */
  record OperationConflict(Conflict conflict, String operation) implements AttemptEnd {}

  /** Without an answer: the event is adjudicated again. */
  record Again(String why) implements AttemptEnd {
    static Again after(SQLException error) {
      return new Again(SqlFailure.describe(error));
    }
  }
}
