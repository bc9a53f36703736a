package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every change of a day's progress. Each is one short transaction that compares progress, freeze
 * number and run id and moves all the days meant, or none; a call that finds them moved already
 * says so. Rows are never deleted or reset. Times are the server's.
 *
 * <p>Close, freeze, thaw, drop and expire need the table's lock: give its session. The others may
 * use any. Immutable and thread-safe.
 */
public final class LedgerTransitions {
  private static final String SECOND_CLOCK =
      "event_day < DATE(SYSDATE()) - INTERVAL ? DAY"
          + " AND SYSDATE() >= event_day + INTERVAL ? DAY + INTERVAL "
          + Youth.ZONE_HOURS
          + " HOUR";

  private final LedgerKey key;
  private final Veto veto;

  /** Transitions that nobody can forbid. */
  public LedgerTransitions(LedgerKey key) {
    this(key, Veto.NONE);
  }

  /**
   * @param veto asked inside every transaction that changes a day's progress
   */
  public LedgerTransitions(LedgerKey key, Veto veto) {
    this.key = key;
    this.veto = veto;
  }

  /** A last look before the commit, on the transaction's own session. */
  @FunctionalInterface
  public interface LastLook {
    /** Nothing to look at. */
    LastLook NONE = () -> List.of();

    /**
     * @return what speaks against the change; it is then rolled back
     */
    List<String> objections() throws SQLException;
  }

  /**
   * ONLINE to CLOSED: no inserts any more. The rows' condition holds the server's own clock against
   * the guard's literal, so that no caller's date can close a day the trigger calls young.
   *
   * @param youngDays the literal in the body of the installed trigger
   * @return Moved with the days' new epoch
   */
  public TransitionOutcome close(
      Session session, PartitionDays days, int youngDays, LastLook lastLook) throws SQLException {
    return new Move(key, veto, Transition.CLOSE)
        .setting("closed_at = SYSDATE(6)")
        .onlyWhere(SECOND_CLOCK, youngDays + 1, youngDays + 1)
        .lookingAgain(lastLook)
        .make(session, days.days());
  }

  /**
   * CLOSED to FROZEN: no changes any more; conditions as for {@link #close}.
   *
   * @return Moved with the freeze number, which is every day's new epoch
   */
  public TransitionOutcome freeze(
      Session session, PartitionDays days, int youngDays, LastLook lastLook) throws SQLException {
    return new Move(key, veto, Transition.FREEZE)
        .setting("frozen_at = SYSDATE(6), freeze_number = epoch, run_id = NULL")
        .onlyWhere(SECOND_CLOCK, youngDays + 1, youngDays + 1)
        .lookingAgain(lastLook)
        .make(session, days.days());
  }

  /** FROZEN or COPIED to CLOSED: ends the freeze; a copy of it can't be published any more. */
  public TransitionOutcome thaw(Session session, FrozenDays frozen) throws SQLException {
    return new Move(key, veto, Transition.THAW)
        .ofFreeze(frozen)
        .setting("freeze_number = NULL, run_id = NULL")
        .make(session, frozen.days().days());
  }

  /** FROZEN or COPIED to COPIED by this run. */
  public TransitionOutcome copied(Session session, FrozenDays frozen, String runId)
      throws SQLException {
    return new Move(key, veto, Transition.COPY)
        .ofFreeze(frozen)
        .takenBy(runId)
        .make(session, frozen.days().days());
  }

  /** COPIED by this run to PUBLISHING. */
  public TransitionOutcome publishing(Session session, FrozenDays frozen, String runId)
      throws SQLException {
    return of(Transition.BEGIN_PUBLISH, frozen, runId).make(session, frozen.days().days());
  }

  /**
   * PUBLISHING to PUBLISHED.
   *
   * @param snapshotSequence the committed snapshot's; the days' own only ever rises
   */
  public TransitionOutcome published(
      Session session, FrozenDays frozen, String runId, long snapshotSequence) throws SQLException {
    return of(Transition.PUBLISH, frozen, runId)
        .setting("snapshot_sequence = GREATEST(snapshot_sequence, ?)", snapshotSequence)
        .make(session, frozen.days().days());
  }

  /**
   * PUBLISHED to PROVEN.
   *
   * @param proofs one per day
   * @throws IllegalArgumentException if the proofs are not of exactly these days
   */
  public TransitionOutcome proven(
      Session session, FrozenDays frozen, String runId, Map<LocalDate, DayProof> proofs)
      throws SQLException {
    List<LocalDate> days = frozen.days().days();
    if (proofs.size() != days.size() || !proofs.keySet().containsAll(days)) {
      throw new IllegalArgumentException(
          "the proofs are of " + proofs.keySet() + ", not of every day of " + frozen + ".");
    }
    return of(Transition.PROVE, frozen, runId)
        .setting("proven_at = SYSDATE(6)")
        .alsoPerDay(proofs)
        .make(session, days);
  }

  /**
   * PROVEN to HELD.
   *
   * @param holdUntil the first day, by the server's UTC date, the rows may be dropped
   */
  public TransitionOutcome held(
      Session session, FrozenDays frozen, String runId, LocalDate holdUntil) throws SQLException {
    return of(Transition.HOLD, frozen, runId)
        .setting("hold_until = ?", holdUntil)
        .make(session, frozen.days().days());
  }

  /** HELD to DROPPING; refused before the hold ends by the server's UTC date. */
  public TransitionOutcome dropping(Session session, FrozenDays frozen, String runId)
      throws SQLException {
    return of(Transition.BEGIN_DROP, frozen, runId)
        .onlyWhere("hold_until <= DATE(SYSDATE())")
        .make(session, frozen.days().days());
  }

  /**
   * DROPPING to DROPPED: the table partition is known to be gone. Also records, once, what the
   * server had executed by then ({@code partition_drop}).
   */
  public TransitionOutcome dropped(Session session, FrozenDays frozen, String runId)
      throws SQLException {
    return of(Transition.DROP, frozen, runId)
        .setting("dropped_at = SYSDATE(6)")
        .alsoRecording(
            "INSERT INTO "
                + key.controlSchema().quoted()
                + ".partition_drop (dataset, shard, run_id, table_partition, server_uuid,"
                + " gtid_executed, dropped_at)"
                + " VALUES (?, ?, ?, ?, @@server_uuid, @@GLOBAL.gtid_executed, SYSDATE(6))",
            key.dataset(),
            key.shard(),
            runId,
            frozen.days().tablePartition())
        .make(session, frozen.days().days());
  }

  /**
   * DROPPED to EXPIRED.
   *
   * @param lastLook must say whether a day has late rows or a publish in flight
   */
  public TransitionOutcome expired(Session session, List<LocalDate> days, LastLook lastLook)
      throws SQLException {
    return new Move(key, veto, Transition.EXPIRE)
        .setting("expired_at = SYSDATE(6)")
        .lookingAgain(lastLook)
        .make(session, days);
  }

  /**
   * Whether these days are being published by this run and freeze. If so their rows stay locked
   * against change until the transaction ends: the guard of the archive's commit. A row that stays
   * locked by others counts as no; a late delete holds one for a moment only.
   *
   * @param connection in a transaction
   */
  public boolean isPublishing(Connection connection, FrozenDays frozen, String runId)
      throws SQLException {
    List<LocalDate> days = frozen.days().days();
    Session session = Session.asItIs(connection);
    LedgerTransaction transaction = new LedgerTransaction(session, key);
    Optional<List<LocalDate>> publishing =
        LedgerTransaction.polled(
            () ->
                session.query(
                    "SELECT event_day FROM "
                        + key.table()
                        + " FORCE INDEX (PRIMARY) WHERE progress = 'PUBLISHING'"
                        + " AND freeze_number = ? AND run_id = ? AND "
                        + LedgerTransaction.where(days)
                        + " FOR SHARE NOWAIT",
                    row -> row.getObject(1, LocalDate.class),
                    transaction.values(List.of(frozen.freezeNumber(), runId), days)));
    return publishing.map(found -> found.size() == days.size()).orElse(false);
  }

  private Move of(Transition transition, FrozenDays frozen, String runId) {
    return new Move(key, veto, transition).ofFreeze(frozen).ofRun(runId);
  }
}
