package io.tallykeep.jobs.retention.lock;

import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A GET_LOCK held by a session of its own. The lock ends with the session, and the session is never
 * replaced: whoever still reaches it still holds the lock. A process that is stopped or cut off
 * lets the session fall silent, and the server ends it.
 */
final class ServerLock {
  /** Says to others since when: user variables are visible in performance_schema. */
  private static final String SINCE = "tallykeep_lock_since";

  private static final Logger LOG = LoggerFactory.getLogger(ServerLock.class);

  /** How long a lock's session may be silent where nothing else is asked for. */
  static final Duration SILENCE = Duration.ofSeconds(30);

  private final Session session;
  private final LockName name;
  private final Pulse pulse;

  private ServerLock(Session session, LockName name, Duration silence) {
    this.session = session;
    this.name = name;
    this.pulse = Pulse.of(session, name, silence);
  }

  /**
   * @param silence the server ends the session, and with it the lock, when it has heard nothing for
   *     so long; in whole seconds
   */
  static LockAttempt<ServerLock> tryAcquire(DataSource server, LockName name, Duration silence)
      throws SQLException {
    return attempt(server, name, silence, Optional.empty());
  }

  static LockAttempt<ServerLock> takeOver(DataSource server, LockName name, Duration atMost)
      throws SQLException {
    return attempt(server, name, SILENCE, Optional.of(atMost));
  }

  private static LockAttempt<ServerLock> attempt(
      DataSource server, LockName name, Duration silence, Optional<Duration> kill)
      throws SQLException {
    Session session = Session.open(server);
    boolean held = false;
    try {
      held = getLock(session, name);
      long seconds = kill.map(Duration::toSeconds).orElse(-1L);
      for (long waited = 0; !held && waited <= seconds; waited++) {
        killHolder(session, name);
        held = getLockWithin(session, name, 1);
      }
      if (held) {
        session.execute("SET @" + SINCE + " = DATE_FORMAT(SYSDATE(), '%Y-%m-%d %H:%i:%s')");
        session.execute("SET SESSION wait_timeout = " + silence.toSeconds());
        return new LockAttempt.Held<>(new ServerLock(session, name, silence));
      }
      return new LockAttempt.Refused<>(holder(session, name));
    } finally {
      if (!held) {
        session.close();
      }
    }
  }

  private static boolean getLock(Session session, LockName name) throws SQLException {
    return getLockWithin(session, name, 0);
  }

  private static boolean getLockWithin(Session session, LockName name, int seconds)
      throws SQLException {
    return session.number("SELECT GET_LOCK(?, ?)", name.value(), seconds) == 1;
  }

  /** Ends the session that holds the lock. One that is in a DDL keeps it until that has ended. */
  private static void killHolder(Session session, LockName name) throws SQLException {
    long holder = session.number("SELECT IS_USED_LOCK(?)", name.value());
    if (holder == 0) {
      return;
    }
    try {
      session.execute("KILL CONNECTION " + holder);
    } catch (SQLException e) {
      if (e.getErrorCode() != MysqlError.NO_SUCH_THREAD) {
        throw e;
      }
    }
  }

  /** Whoever has the lock at this moment; connection 0 if nobody has. */
  static LockHolder holder(Session session, LockName name) throws SQLException {
    long id = session.number("SELECT IS_USED_LOCK(?)", name.value());
    Optional<LockHolder> seen =
        session.first(
            "SELECT USER, HOST, COMMAND, TIME, LEFT(INFO, 100)"
                + " FROM information_schema.PROCESSLIST WHERE ID = ?",
            row ->
                new LockHolder(
                    id,
                    Optional.of(row.getString(1) + "@" + row.getString(2)),
                    Optional.empty(),
                    Optional.of(doing(row.getString(3), row.getLong(4), row.getString(5)))),
            id);
    Optional<String> since = since(session, id);
    return new LockHolder(
        id, seen.flatMap(LockHolder::account), since, seen.flatMap(LockHolder::doing));
  }

  private static String doing(String command, long seconds, @Nullable String statement) {
    return command + " for " + seconds + " s" + (statement == null ? "" : ": " + statement);
  }

  private static Optional<String> since(Session session, long id) throws SQLException {
    try {
      return session.first(
          "SELECT CAST(v.VARIABLE_VALUE AS CHAR) FROM performance_schema.threads t"
              + " JOIN performance_schema.user_variables_by_thread v ON v.THREAD_ID = t.THREAD_ID"
              + " WHERE t.PROCESSLIST_ID = ? AND v.VARIABLE_NAME = ?",
          row -> row.getString(1),
          id,
          SINCE);
    } catch (SQLException e) {
      if (MysqlError.isAccessDenied(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * The session, after the server has said that it still holds the lock.
   *
   * @throws LockLostException if it does not, or can't be asked
   */
  Session verified() throws LockLostException {
    try {
      long mine = session.number("SELECT IS_USED_LOCK(?) = CONNECTION_ID()", name.value());
      if (mine == 1) {
        return session;
      }
    } catch (SQLException e) {
      LockLostException lost = new LockLostException(name, "its connection has ended");
      lost.initCause(e);
      throw lost;
    }
    throw new LockLostException(name, "the server says another session has it, or none");
  }

  /**
   * Ends the session. The lock is given back before, since the server may take a moment to notice
   * that a connection was closed; whatever transaction was left open is rolled back before that.
   */
  void close() throws SQLException {
    try (session;
        pulse) {
      session.execute("ROLLBACK");
      session.number("SELECT RELEASE_LOCK(?)", name.value());
    } catch (SQLException e) {
      LOG.debug("the session of lock '{}' had ended before", name.value(), e);
    }
  }
}
