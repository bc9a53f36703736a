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
  private static final int LOOKS = 5;
  private static final String PAUSE_SECONDS = "0.15";

  /** What was seen. */
  public sealed interface Reading {
    /** None. */
    record Clear() implements Reading {}

    /** These, the oldest first, at most {@value TransactionList#MOST_NAMED}. */
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
   * Looks up to {@value #LOOKS} times, for a second or two, until one look finds none: a session
   * that is just ending and InnoDB's own statistics updates also show for some milliseconds.
   *
   * @param session not in a transaction
   * @param guardCreatedAt when the newest trigger was created
   * @param youthOver the moment the newest day ceased to be young in every zone, in any zone
   * @throws SQLException if the server fails
   */
  public Reading read(Session session, Instant guardCreatedAt, LocalDateTime youthOver)
      throws SQLException {
    Reading reading = look(session, guardCreatedAt, youthOver);
    for (int look = 1; look < LOOKS && reading instanceof Reading.Blocked; look++) {
      reading = look(session, guardCreatedAt, youthOver);
    }
    return reading;
  }

  /**
   * XA RECOVER comes first: what is prepared and detached from its session meanwhile is then seen
   * as a transaction without one.
   */
  private static Reading look(Session session, Instant guardCreatedAt, LocalDateTime youthOver)
      throws SQLException {
    try {
      List<Blocker> prepared = prepared(session);
      if (!prepared.isEmpty()) {
        session.number("SELECT SLEEP(" + PAUSE_SECONDS + ")");
        return new Reading.Blocked(prepared);
      }
    } catch (SQLException e) {
      return hidden(session, e, "XA_RECOVER_ADMIN");
    }
    Optional<LocalDateTime> threshold = threshold(session, guardCreatedAt, youthOver);
    if (threshold.isEmpty()) {
      return new Reading.Hidden(
          "the server could not convert times to its system zone; see @@system_time_zone.");
    }
    try {
      return new TransactionList(session)
          .notBefore(threshold.get())
          .<Reading>map(
              blockers -> blockers.isEmpty() ? new Reading.Clear() : new Reading.Blocked(blockers))
          .orElse(
              new Reading.Hidden(
                  "the server's list of transactions is not renewed: something reads"
                      + " information_schema.INNODB_TRX more often than every 0.1 s. Let it"
                      + " pause."));
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
}
