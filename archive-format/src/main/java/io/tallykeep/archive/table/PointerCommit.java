package io.tallykeep.archive.table;

import io.tallykeep.archive.table.CommitOutcome.Reason;
import io.tallykeep.archive.table.PointerMove.Result;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Moves a table's pointer: guard, compare-and-set and Tallykeep's own record in one transaction.
 *
 * <p>The transaction is tried once. A failure that the server's rollback confirms is "not moved";
 * any other one is looked into by {@link LostAnswer} before anything is said.
 */
final class PointerCommit {
  private static final int DUPLICATE_KEY = 1062;

  private final ControlConnections connections;
  private final PointerRow row;
  private final LostAnswer lostAnswer;

  PointerCommit(ControlConnections connections, PointerRow row, LostAnswer lostAnswer) {
    this.connections = connections;
    this.row = row;
    this.lostAnswer = lostAnswer;
  }

  Result apply(PointerMove move, CommitGuard guard) {
    CommitSession begun;
    try {
      begun = CommitSession.begin(connections);
    } catch (SQLException e) {
      return notApplied("no session could be opened", e);
    }
    try (CommitSession session = begun) {
      return transaction(session, move, guard);
    }
  }

  private Result transaction(CommitSession session, PointerMove move, CommitGuard guard) {
    boolean committing = false;
    try {
      Optional<Result> refusal = change(session.connection(), move, guard);
      if (refusal.isPresent()) {
        session.connection().rollback();
        return refusal.get();
      }
      committing = true;
      session.connection().commit();
      return new Result.Moved();
    } catch (SQLException e) {
      if (!committing && session.rolledBack()) {
        return e.getErrorCode() == DUPLICATE_KEY
            ? new Result.NotMoved(Reason.CONFLICT, row + " was created by somebody else.")
            : notApplied("the transaction failed and was rolled back", e);
      }
      session.abort();
      return lostAnswer.resolve(session, move, e);
    }
  }

  /** Makes the change inside the transaction; a value means that there is nothing to commit. */
  private Optional<Result> change(Connection connection, PointerMove move, CommitGuard guard)
      throws SQLException {
    if (!guard.holds(connection)) {
      return refused(Reason.GUARD_REFUSED, "the condition the commit depends on no longer holds");
    }
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "the guard of a commit to " + row + " ended the commit's transaction.");
    }
    PointerRow.Heads heads = row.lock(connection);
    if (!heads.own().equals(heads.catalog())) {
      return refused(
          Reason.FOREIGN_HEAD,
          "the catalog points to "
              + heads.catalog().orElse("nothing")
              + " but Tallykeep committed "
              + heads.own().orElse("nothing")
              + " last: somebody else wrote to the table. Audit it before any further commit");
    }
    if (!heads.catalog().equals(move.from())) {
      return refused(
          Reason.CONFLICT, "another commit moved the head to " + heads.catalog().orElse("nothing"));
    }
    int hit =
        move.from().isPresent()
            ? row.swap(connection, move.from().get(), move.to())
            : row.insert(connection, move.to());
    if (hit != 1) {
      return refused(Reason.CONFLICT, "the compare-and-set hit " + hit + " rows instead of 1");
    }
    row.recordOwnHead(connection, move.to(), move.sequence());
    return Optional.empty();
  }

  private Optional<Result> refused(Reason reason, String why) {
    return Optional.of(new Result.NotMoved(reason, row + ": " + why + "."));
  }

  private Result notApplied(String why, SQLException e) {
    return new Result.NotMoved(Reason.NOT_APPLIED, row + ": " + why + " (" + SqlText.of(e) + ").");
  }
}
