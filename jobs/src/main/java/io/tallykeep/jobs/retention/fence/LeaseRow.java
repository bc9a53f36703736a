package io.tallykeep.jobs.retention.fence;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.ledger.Epoch;
import io.tallykeep.jobs.retention.ledger.ShareLock;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The statements on a scope's row of {@code worker_lease}. Each change is one autocommit statement:
 * nobody who is stopped between two of them keeps the row locked. Times are the server's. Immutable
 * and thread-safe.
 */
final class LeaseRow {
  private static final String WHERE = " WHERE job = ? AND dataset = ? AND shard = ?";

  private final String table;
  private final WorkerScope scope;

  LeaseRow(Identifier controlSchema, WorkerScope scope) {
    this.table = controlSchema.quoted() + ".worker_lease";
    this.scope = scope;
  }

  /**
   * The row as it is now.
   *
   * @param number the fencing number of whoever took the lease last
   * @param holder its process
   * @param live whether the lease runs by the server's clock
   * @param expiresAt until when
   */
  record Reading(long number, String holder, boolean live, String expiresAt) {}

  /** Takes the lease from whoever had it, and returns the new number. */
  long take(Session session, String holder, Duration lease) throws SQLException {
    long micros = micros(lease);
    session.update(
        "INSERT INTO "
            + table
            + " (job, dataset, shard, fence_number, holder, taken_at, renewed_at, expires_at)"
            + " VALUES (?, ?, ?, LAST_INSERT_ID("
            + Epoch.NOW
            + "), ?, SYSDATE(6), SYSDATE(6), SYSDATE(6) + INTERVAL ? MICROSECOND)"
            + " ON DUPLICATE KEY UPDATE fence_number = LAST_INSERT_ID("
            + Epoch.after("fence_number")
            + "), holder = ?, taken_at = SYSDATE(6), renewed_at = SYSDATE(6),"
            + " expires_at = SYSDATE(6) + INTERVAL ? MICROSECOND",
        scope.job(),
        scope.dataset(),
        scope.shard(),
        holder,
        micros,
        holder,
        micros);
    return session.number("SELECT LAST_INSERT_ID()");
  }

  /** Prolongs the lease, if it still is this number's and has not run out. */
  boolean renew(Session session, long number, Duration lease) throws SQLException {
    return session.update(
            "UPDATE "
                + table
                + " SET renewed_at = SYSDATE(6), expires_at = SYSDATE(6) + INTERVAL ? MICROSECOND"
                + WHERE
                + " AND fence_number = ? AND expires_at > SYSDATE(6)",
            micros(lease),
            scope.job(),
            scope.dataset(),
            scope.shard(),
            number)
        == 1;
  }

  /** Ends the lease, if it still is this number's. */
  void release(Session session, long number) throws SQLException {
    session.update(
        "UPDATE " + table + " SET expires_at = SYSDATE(6)" + WHERE + " AND fence_number = ?",
        scope.job(),
        scope.dataset(),
        scope.shard(),
        number);
  }

  /** Reads the row; in a transaction it stays as it is until the end. */
  Optional<Reading> read(Session session, ShareLock lock) throws SQLException {
    return session.first(
        "SELECT fence_number, holder, expires_at > SYSDATE(6), CAST(expires_at AS CHAR) FROM "
            + table
            + WHERE
            + lock.sql(),
        row -> new Reading(row.getLong(1), row.getString(2), row.getBoolean(3), row.getString(4)),
        scope.job(),
        scope.dataset(),
        scope.shard());
  }

  private static long micros(Duration lease) {
    return lease.toNanos() / 1_000;
  }
}
