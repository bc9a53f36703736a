package io.tallykeep.jobs.retention.hold;

import io.tallykeep.jobs.retention.hold.LegalHold.Mark;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.ShareLock;
import io.tallykeep.jobs.retention.ledger.Transition;
import io.tallykeep.jobs.retention.ledger.Veto;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The legal holds on one dataset and shard. They stop the drop and the expiry of every day they
 * cover; copying takes nothing away and goes on. Immutable and thread-safe.
 */
public final class LegalHolds implements Veto {
  private final LedgerKey key;
  private final String table;

  public LegalHolds(LedgerKey key) {
    this.key = key;
    this.table = key.controlSchema().quoted() + ".legal_hold";
  }

  /** Every hold there was, oldest first; none before the control schema has the table. */
  public List<LegalHold> all(Connection connection) throws SQLException {
    if (!LedgerTable.exists(connection, key.controlSchema(), "legal_hold")) {
      return List.of();
    }
    return Session.asItIs(connection)
        .query(
            select() + " WHERE dataset = ? AND shard = ? ORDER BY id",
            LegalHolds::map,
            key.dataset(),
            key.shard());
  }

  /** Those that hold now. */
  public List<LegalHold> active(Connection connection) throws SQLException {
    return all(connection).stream().filter(hold -> hold.released().isEmpty()).toList();
  }

  /** A hold forbids that the drop of a day begins, and that the day expires. */
  @Override
  public List<Objection> objections(
      Connection connection, Transition transition, List<LocalDate> days) throws SQLException {
    return transition == Transition.BEGIN_DROP || transition == Transition.EXPIRE
        ? objections(connection, days, ShareLock.NOWAIT)
        : List.of();
  }

  /**
   * The holds on any of these days. Inside a transaction a hold that is being placed is waited for,
   * and none of those found can be released before its end.
   *
   * @param days at least one
   */
  public List<Objection> objections(Connection connection, List<LocalDate> days)
      throws SQLException {
    return objections(connection, days, ShareLock.WAIT);
  }

  private List<Objection> objections(Connection connection, List<LocalDate> days, ShareLock lock)
      throws SQLException {
    LocalDate first = days.stream().min(Comparator.naturalOrder()).orElseThrow();
    LocalDate last = days.stream().max(Comparator.naturalOrder()).orElseThrow();
    return Session.asItIs(connection)
        .query(
            select()
                + " WHERE dataset = ? AND shard = ? AND released_at IS NULL AND first_day <= ?"
                + " AND last_day >= ? ORDER BY id"
                + lock.sql(),
            LegalHolds::map,
            key.dataset(),
            key.shard(),
            last,
            first)
        .stream()
        .filter(hold -> days.stream().anyMatch(day -> hold.covers(day, day)))
        .map(hold -> new Objection(Objection.Code.LEGAL_HOLD, hold + " covers them."))
        .toList();
  }

  /** What of these holds covers the days, in words. */
  public static Optional<String> text(List<LegalHold> active, LocalDate from, LocalDate to) {
    List<LegalHold> covering = active.stream().filter(hold -> hold.covers(from, to)).toList();
    return covering.isEmpty()
        ? Optional.empty()
        : Optional.of(
            covering.stream().map(LegalHold::toString).collect(Collectors.joining("; ")) + ".");
  }

  /** Adds a hold, in the caller's transaction, and returns its id. */
  long add(Session session, LocalDate first, LocalDate last, String reason, String by)
      throws SQLException {
    session.update(
        "INSERT INTO "
            + table
            + " (dataset, shard, first_day, last_day, reason, placed_by, placed_at)"
            + " VALUES (?, ?, ?, ?, ?, ?, SYSDATE(6))",
        key.dataset(),
        key.shard(),
        first,
        last,
        reason,
        by);
    return session.number("SELECT LAST_INSERT_ID()");
  }

  /** Ends a hold; false if this dataset has none of that number that holds. */
  boolean release(Session session, long id, String reason, String by) throws SQLException {
    return session.update(
            "UPDATE "
                + table
                + " SET release_reason = ?, released_by = ?, released_at = SYSDATE(6)"
                + " WHERE id = ? AND dataset = ? AND shard = ? AND released_at IS NULL",
            reason,
            by,
            id,
            key.dataset(),
            key.shard())
        == 1;
  }

  private String select() {
    return "SELECT id, first_day, last_day, CAST(placed_at AS CHAR), placed_by, reason,"
        + " CAST(released_at AS CHAR), released_by, release_reason FROM "
        + table;
  }

  private static LegalHold map(ResultSet row) throws SQLException {
    String releasedAt = row.getString(7);
    return new LegalHold(
        row.getLong(1),
        row.getObject(2, LocalDate.class),
        row.getObject(3, LocalDate.class),
        new Mark(row.getString(4), row.getString(5), row.getString(6)),
        releasedAt == null
            ? Optional.empty()
            : Optional.of(new Mark(releasedAt, row.getString(8), row.getString(9))));
  }
}
