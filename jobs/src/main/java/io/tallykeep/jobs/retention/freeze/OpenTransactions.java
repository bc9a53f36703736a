package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.Blocker.Kind;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for transactions that could hold a write the guard did not see: those older than the guard
 * or than the day's youth, and, whatever their age, those prepared by XA or without a session.
 * Kills nothing. Immutable and thread-safe.
 *
 * <p>{@code trx_started} is in the server's system zone, so all is compared there. Where that
 * zone's clocks were changed near the moment compared with, the hour in question counts as before.
 */
public final class OpenTransactions {
  private static final int MOST_NAMED = 20;
  private static final int STATEMENT_LENGTH = 100;
  private static final int LOOKS = 10;

  /** What was seen. */
  public sealed interface Reading {
    /** None. */
    record Clear() implements Reading {}

    /** These, the oldest first, at most {@value OpenTransactions#MOST_NAMED}. */
    record Blocked(List<Blocker> blockers) implements Reading {
      public Blocked {
        blockers = List.copyOf(blockers);
      }

      @Override
      public String toString() {
        return blockers.stream().map(Blocker::toString).collect(Collectors.joining("; "));
      }
    }

    /** Can't be decided: the account may not see all transactions. */
    record Hidden(String detail) implements Reading {}
  }

  /**
   * Looks now.
   *
   * @param session not in a transaction
   * @param guardCreatedAt when the newest trigger was created
   * @param youthOver the moment the newest day ceased to be young in every zone, in any zone
   * @throws SQLException if the server fails
   */
  public Reading read(Session session, Instant guardCreatedAt, LocalDateTime youthOver)
      throws SQLException {
    try {
      List<Blocker> prepared = prepared(session);
      if (!prepared.isEmpty()) {
        return new Reading.Blocked(prepared);
      }
    } catch (SQLException e) {
      return hidden(session, e, "XA_RECOVER_ADMIN");
    }
    try {
      Optional<LocalDateTime> threshold = threshold(session, guardCreatedAt, youthOver);
      if (threshold.isEmpty()) {
        return new Reading.Hidden(
            "the server could not convert times to its system zone; see @@system_time_zone.");
      }
      List<Blocker> blockers = unguarded(session, threshold.get());
      return blockers.isEmpty() ? new Reading.Clear() : new Reading.Blocked(blockers);
    } catch (SQLException e) {
      return hidden(session, e, "PROCESS");
    }
  }

  private static Reading hidden(Session session, SQLException e, String privilege)
      throws SQLException {
    if (!MysqlError.isAccessDenied(e)) {
      throw e;
    }
    String account =
        session
            .first(
                "SELECT CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@',"
                    + " QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))",
                row -> row.getString(1))
            .orElseThrow();
    return new Reading.Hidden(
        "this account may not see all transactions. Run GRANT "
            + privilege
            + " ON *.* TO "
            + account
            + ";");
  }

  private static List<Blocker> prepared(Session session) throws SQLException {
    return session.query(
        "XA RECOVER CONVERT XID",
        row ->
            new Blocker(
                Kind.XA_PREPARED,
                row.getString("data"),
                Optional.empty(),
                Optional.empty(),
                Optional.of("prepared; end it with XA COMMIT or XA ROLLBACK")));
  }

  /** The later of the two moments, in the system zone. */
  private static Optional<LocalDateTime> threshold(
      Session session, Instant guardCreatedAt, LocalDateTime youthOver) throws SQLException {
    LocalDateTime created = LocalDateTime.ofInstant(guardCreatedAt, ZoneOffset.UTC);
    Optional<LocalDateTime> createdThere = systemTime(session, created);
    Optional<Duration> afterCreated = clockChange(session, created);
    Optional<Duration> afterYouth = clockChange(session, youthOver);
    if (createdThere.isEmpty() || afterCreated.isEmpty() || afterYouth.isEmpty()) {
      return Optional.empty();
    }
    LocalDateTime guard = createdThere.get().plus(afterCreated.get());
    LocalDateTime youth = youthOver.plus(afterYouth.get());
    return Optional.of(guard.isAfter(youth) ? guard : youth);
  }

  /** By how much the system zone's clocks are changed less than a day from a moment. */
  private static Optional<Duration> clockChange(Session session, LocalDateTime near)
      throws SQLException {
    LocalDateTime before = near.minusDays(1);
    LocalDateTime after = near.plusDays(1);
    Optional<LocalDateTime> beforeThere = systemTime(session, before);
    Optional<LocalDateTime> afterThere = systemTime(session, after);
    if (beforeThere.isEmpty() || afterThere.isEmpty()) {
      return Optional.empty();
    }
    Duration there = Duration.between(beforeThere.get(), afterThere.get());
    return Optional.of(there.minus(Duration.between(before, after)).abs());
  }

  private static Optional<LocalDateTime> systemTime(Session session, LocalDateTime utc)
      throws SQLException {
    List<@Nullable LocalDateTime> converted =
        session.query(
            "SELECT CONVERT_TZ(CAST(? AS DATETIME(6)), '+00:00', 'SYSTEM')",
            row -> row.getObject(1, LocalDateTime.class),
            utc);
    return Optional.ofNullable(converted.get(0));
  }

  /**
   * A statistics update of InnoDB's own also has no session, for some milliseconds: only what had
   * none and stays counts.
   */
  private static List<Blocker> unguarded(Session session, LocalDateTime threshold)
      throws SQLException {
    List<Blocker> first = look(session, threshold);
    List<Blocker> staying = first;
    for (int look = 1; look < LOOKS && onlyWithoutSession(staying); look++) {
      session.number("SELECT SLEEP(0.1)");
      List<String> still = look(session, threshold).stream().map(Blocker::transaction).toList();
      staying = staying.stream().filter(blocker -> still.contains(blocker.transaction())).toList();
    }
    return staying;
  }

  private static boolean onlyWithoutSession(List<Blocker> blockers) {
    return !blockers.isEmpty()
        && blockers.stream().allMatch(blocker -> blocker.kind() == Kind.NO_SESSION);
  }

  private static List<Blocker> look(Session session, LocalDateTime threshold) throws SQLException {
    return session.query(
        "SELECT t.trx_id, t.trx_mysql_thread_id, p.USER, p.HOST,"
            + " TIMESTAMPDIFF(SECOND, t.trx_started,"
            + " CONVERT_TZ(SYSDATE(), '+00:00', 'SYSTEM')) AS age,"
            + " COALESCE(t.trx_query, CONCAT(p.COMMAND, ' for ', p.TIME, ' s')) AS doing"
            + " FROM information_schema.INNODB_TRX t"
            + " LEFT JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id"
            + " WHERE t.trx_mysql_thread_id = 0 OR t.trx_started <= ?"
            + " ORDER BY t.trx_started LIMIT "
            + MOST_NAMED,
        row -> {
          long thread = row.getLong("trx_mysql_thread_id");
          String doing = row.getString("doing");
          return new Blocker(
              thread == 0 ? Kind.NO_SESSION : Kind.OLDER,
              row.getString("trx_id"),
              thread == 0
                  ? Optional.empty()
                  : Optional.of(
                      thread + " (" + row.getString("USER") + "@" + row.getString("HOST") + ")"),
              Optional.of(Duration.ofSeconds(Math.max(0, row.getLong("age")))),
              Optional.ofNullable(doing)
                  .map(text -> text.substring(0, Math.min(text.length(), STATEMENT_LENGTH))));
        },
        threshold);
  }
}
