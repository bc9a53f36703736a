package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/**
 * The transaction in which late rows of one event day leave MySQL (architecture, section 5.1, "Late
 * rows"). It locks the day's ledger row before any late row: the gate takes them in that order, and
 * the other one deadlocks with it. With the rows the day gets a new epoch, so that a verdict formed
 * while they were in the late table can't be used any more, and a higher snapshot sequence, so that
 * an archive pointer from before them can't pass. Immutable and thread-safe.
 */
public final class LateDelete {
  private final LedgerKey key;

  public LateDelete(LedgerKey key) {
    this.key = key;
  }

  /** Deletes the rows; called again, from its beginning, when the transaction had to start over. */
  @FunctionalInterface
  public interface Rows {
    /**
     * @return how many rows were deleted; with none the transaction is rolled back
     */
    long delete() throws SQLException;
  }

  /**
   * What may forbid the delete whatever the ledger says: a pause, a lost lease, an old archive
   * pointer.
   */
  @FunctionalInterface
  public interface Orders {
    /**
     * @param connection in the transaction: what is read {@code FOR SHARE NOWAIT} holds to the
     *     commit
     * @throws SQLException a lock failure starts the transaction over
     */
    List<Objection> objections(Connection connection) throws SQLException;
  }

  /** Whether late rows of a day in this state may be archived: it is closed, and not expired. */
  public static boolean mayLeave(LedgerDay day) {
    return day.progress().isAtLeast(Progress.CLOSED)
        && day.progress() != Progress.EXPIRED
        && day.attention() != Attention.QUARANTINED;
  }

  /**
   * Deletes late rows of a day.
   *
   * @param snapshotSequence of a snapshot that holds the rows and was proven
   * @return Moved with the day's new epoch; Refused, with nothing changed, if the day may not lose
   *     late rows now, or if there was no row to delete; Stopped if an order forbids it
   * @throws SQLException if the server fails; if that was at the COMMIT its outcome is unknown, and
   *     the same call again finds the rows gone or deletes them
   */
  public TransitionOutcome run(
      Session session, LocalDate day, long snapshotSequence, Rows rows, Orders orders)
      throws SQLException {
    List<LocalDate> days = List.of(day);
    LedgerTransaction transaction = new LedgerTransaction(session, key);
    return transaction.run(
        days,
        locked -> {
          if (locked.isEmpty() || !mayLeave(locked.get(0))) {
            return refused(day, locked);
          }
          List<Objection> objections = orders.objections(session.connection());
          if (!objections.isEmpty()) {
            return TransitionOutcome.Stopped.by(objections);
          }
          if (rows.delete() == 0) {
            return new TransitionOutcome.Refused("no late row of " + day + " was deleted.");
          }
          long epoch = Epoch.next(session, locked.get(0).epoch());
          session.update(
              "UPDATE "
                  + key.table()
                  + " FORCE INDEX (PRIMARY) SET epoch = ?,"
                  + " snapshot_sequence = GREATEST(snapshot_sequence, ?)"
                  + Move.KEEP_DEFERRED
                  + " WHERE "
                  + LedgerTransaction.where(days),
              transaction.values(List.of(epoch, snapshotSequence), days));
          return new TransitionOutcome.Moved(epoch);
        });
  }

  private TransitionOutcome refused(LocalDate day, List<LedgerDay> locked) {
    return new TransitionOutcome.Refused(
        "late rows of "
            + day
            + " of "
            + key.dataset()
            + "/"
            + key.shard()
            + " stay: "
            + (locked.isEmpty()
                ? "the day has no ledger row."
                : "it is "
                    + locked.get(0).progress()
                    + " and "
                    + locked.get(0).attention()
                    + locked.get(0).attentionReason().map(reason -> " (" + reason + ")").orElse("")
                    + "."));
  }
}
