package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.Optional;

/** One attempt at a transaction that changes the ledger. */
final class OneTransaction {
  private OneTransaction() {}

  /** The statements of a transaction, and what came of them. */
  @FunctionalInterface
  interface Body {
    TransitionOutcome run() throws SQLException;
  }

  /**
   * Runs the body in a transaction: committed if it says Moved, else rolled back.
   *
   * @return empty, after a rollback, if a lock could not be had
   * @throws SQLException if the server fails; if that was at the COMMIT, its outcome is unknown
   */
  static Optional<TransitionOutcome> attempt(Session session, Body body) throws SQLException {
    session.execute("START TRANSACTION");
    try {
      TransitionOutcome outcome = body.run();
      session.execute(outcome instanceof TransitionOutcome.Moved ? "COMMIT" : "ROLLBACK");
      return Optional.of(outcome);
    } catch (SQLException e) {
      rollbackAfter(session, e);
      if (MysqlError.isLockFailure(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static void rollbackAfter(Session session, SQLException cause) {
    try {
      session.execute("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
