package io.tallykeep.jobs.retention.hold;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.jobs.retention.audit.OperatorAction.Kind;
import io.tallykeep.jobs.retention.audit.OperatorActions;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import javax.sql.DataSource;

/**
 * Places and releases legal holds, each with its record of who and why in one transaction.
 *
 * <p>A new hold meets drop and expire on the days' ledger rows: it locks them {@code FOR SHARE}
 * before it is added, they lock them {@code FOR UPDATE} before they look for holds. So whichever
 * comes second sees the other. A day that is DROPPING may have a DROP PARTITION under way: such a
 * hold is placed only while nobody holds the table's lock. Immutable and thread-safe.
 */
public final class HoldPlacement {
  /** A process that stops half-way must not keep a ledger row for long. */
  private static final int SILENCE_SECONDS = 2;

  private final DataSource server;
  private final Dataset dataset;
  private final LedgerKey key;
  private final LegalHolds holds;
  private final OperatorActions actions;

  public HoldPlacement(DataSource server, Identifier controlSchema, Dataset dataset) {
    this.server = server;
    this.dataset = dataset;
    this.key = LedgerKey.of(controlSchema, dataset);
    this.holds = new LegalHolds(key);
    this.actions = new OperatorActions(controlSchema);
  }

  /**
   * What is to be held.
   *
   * @param first the first day; {@link DayLedger#FIRST_SENTINEL} for all days there are
   * @param last the last day; {@link DayLedger#LAST_SENTINEL} for all days to come
   * @param reason why
   * @param person who decided it
   */
  public record Request(LocalDate first, LocalDate last, String reason, String person) {}

  /** What came of it. */
  public sealed interface Outcome {
    /**
     * It holds from now on.
     *
     * @param dropped days of it whose rows are in the archive only: they do not expire
     * @param expired days of it that were let go before: too late
     */
    record Placed(long id, List<LocalDate> dropped, List<LocalDate> expired) implements Outcome {}

    /** Nothing was recorded: one of the days is being dropped, or its row is locked. */
    record NotNow(String why) implements Outcome {}
  }

  /**
   * Places a hold.
   *
   * @throws SQLException if the server fails; if that was at the commit, list the holds
   */
  public Outcome place(Request request) throws SQLException {
    try (Session session = Session.open(server)) {
      List<LedgerDay> dropping = at(Progress.DROPPING, held(session, request, ""));
      if (dropping.isEmpty()) {
        Outcome outcome = add(session, request, List.of());
        if (outcome instanceof Outcome.Placed) {
          return outcome;
        }
      }
    }
    return placeUnderLock(request);
  }

  private Outcome placeUnderLock(Request request) throws SQLException {
    LockAttempt<TableLock> attempt = TableLock.tryAcquire(server, dataset.table());
    if (attempt instanceof LockAttempt.Refused<TableLock> refused) {
      return new Outcome.NotNow(
          "days of it are DROPPING, and their table partition may be going at this moment: the lock"
              + " of table "
              + dataset.table()
              + " is held by "
              + refused.holder()
              + ". No hold was placed. Run 'jobs pause on', then this again.");
    }
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      Session session = lock.session();
      return add(session, request, at(Progress.DROPPING, held(session, request, "")));
    }
  }

  /**
   * @param dropping days that may be DROPPING, since nobody can be at it
   */
  private Outcome add(Session session, Request request, List<LedgerDay> dropping)
      throws SQLException {
    session.execute("SET SESSION wait_timeout = " + SILENCE_SECONDS);
    session.execute("START TRANSACTION");
    boolean committed = false;
    try {
      List<LedgerDay> days = held(session, request, " FOR SHARE");
      if (at(Progress.DROPPING, days).size() > dropping.size()) {
        return new Outcome.NotNow("a drop of one of its days has just begun. Run it again.");
      }
      long id =
          holds.add(
              session,
              request.first(),
              request.last(),
              request.reason(),
              OperatorActions.actor(session, request.person()));
      actions.add(session, request.person(), action(Kind.HOLD_ADD, id, request));
      session.execute("COMMIT");
      committed = true;
      return new Outcome.Placed(
          id, days(at(Progress.DROPPED, days)), days(at(Progress.EXPIRED, days)));
    } catch (SQLException e) {
      if (MysqlError.isLockFailure(e)) {
        return new Outcome.NotNow(
            "the ledger row of one of its days stayed locked. No hold was placed; run it again.");
      }
      throw e;
    } finally {
      if (!committed) {
        session.execute("ROLLBACK");
      }
    }
  }

  private OperatorAction action(Kind kind, long id, Request request) {
    return new OperatorAction(
        kind,
        new OperatorAction.Subject(key, null, request.first(), request.last()),
        request.reason(),
        kind == Kind.HOLD_ADD ? "no such hold" : "legal hold " + id,
        kind == Kind.HOLD_ADD ? "legal hold " + id : "released");
  }

  /**
   * Releases a hold.
   *
   * @return false if the dataset has none of that number that holds
   * @throws SQLException if the server fails; if that was at the commit, list the holds
   */
  public boolean release(long id, String reason, String person) throws SQLException {
    try (Session session = Session.open(server)) {
      List<LegalHold> found =
          holds.active(session.connection()).stream().filter(hold -> hold.id() == id).toList();
      if (found.isEmpty()) {
        return false;
      }
      session.execute("SET SESSION wait_timeout = " + SILENCE_SECONDS);
      session.execute("START TRANSACTION");
      boolean released = holds.release(session, id, reason, OperatorActions.actor(session, person));
      if (released) {
        LegalHold hold = found.get(0);
        actions.add(
            session,
            person,
            action(Kind.HOLD_RELEASE, id, new Request(hold.first(), hold.last(), reason, person)));
      }
      session.execute(released ? "COMMIT" : "ROLLBACK");
      return released;
    }
  }

  private List<LedgerDay> held(Session session, Request request, String lock) throws SQLException {
    return session.query(
        "SELECT "
            + DayLedger.COLUMNS
            + " FROM "
            + key.table()
            + " FORCE INDEX (PRIMARY) WHERE dataset = ? AND shard = ? AND event_day >= ?"
            + " AND event_day <= ? AND event_day > ? AND event_day < ? ORDER BY event_day"
            + lock,
        DayLedger::map,
        key.dataset(),
        key.shard(),
        request.first(),
        request.last(),
        DayLedger.FIRST_SENTINEL,
        DayLedger.LAST_SENTINEL);
  }

  private static List<LedgerDay> at(Progress progress, List<LedgerDay> days) {
    return days.stream().filter(day -> day.progress() == progress).toList();
  }

  private static List<LocalDate> days(List<LedgerDay> days) {
    return days.stream().map(LedgerDay::day).toList();
  }
}
