package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One short transaction over some days' ledger rows. It locks them all at once or not at all, and
 * never waits while it holds one: an ungated writer that holds the second day and wants the first
 * would deadlock with it and be the victim. Late writers of these days can wait for it, for as long
 * as it takes to run; nobody else can.
 *
 * <p>While it runs the server ends the session after {@value #IDLE_SECONDS} seconds without a
 * statement, so that a client that stops in between holds nobody up.
 */
final class LedgerTransaction {
  private static final int TRIES = 5;
  private static final int POLLS = 10;
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int IDLE_SECONDS = 2;
  private static final String NOWAIT = " NOWAIT";
  private static final String WAIT = "";

  private final Session session;
  private final LedgerKey key;

  LedgerTransaction(Session session, LedgerKey key) {
    this.session = session;
    this.key = key;
  }

  /** Decides on the locked rows; what is not Moved is rolled back. */
  @FunctionalInterface
  interface Work {
    /**
     * @param rows the locked rows, oldest first; fewer than days where a day has none
     */
    TransitionOutcome apply(List<LedgerDay> rows) throws SQLException;
  }

  /**
   * Runs the work over the days' rows.
   *
   * @throws SQLException if the server fails; if that was the COMMIT, its outcome is unknown and
   *     the same call again finds out
   */
  TransitionOutcome run(List<LocalDate> days, Work work) throws SQLException {
    long idle = session.number("SELECT @@SESSION.wait_timeout");
    session.execute("SET SESSION wait_timeout = " + IDLE_SECONDS);
    TransitionOutcome outcome = untilUnlocked(days, work);
    session.execute("SET SESSION wait_timeout = " + idle);
    return outcome;
  }

  private TransitionOutcome untilUnlocked(List<LocalDate> days, Work work) throws SQLException {
    Optional<LocalDate> busy = Optional.empty();
    for (int attempt = 0; attempt < TRIES; attempt++) {
      for (int poll = 0; poll < POLLS; poll++) {
        Optional<TransitionOutcome> outcome =
            OneTransaction.attempt(session, () -> work.apply(lock(days, NOWAIT)));
        if (outcome.isPresent()) {
          return outcome.get();
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      if (days.size() == 1) {
        // It holds nothing while it waits: overlapping writers of the day can't starve it.
        Optional<TransitionOutcome> outcome =
            OneTransaction.attempt(session, () -> work.apply(lock(days, WAIT)));
        if (outcome.isPresent()) {
          return outcome.get();
        }
        continue;
      }
      busy = firstBusy(days);
      if (busy.isPresent()) {
        canLock(busy.get(), WAIT);
      }
    }
    return new TransitionOutcome.Busy(
        busy.isEmpty() && days.size() > 1 ? besides() : stayedLocked(busy.orElse(days.get(0))));
  }

  private String besides() {
    return "ledger rows of "
        + key.dataset()
        + "/"
        + key.shard()
        + ", or the pause switch, the lease or the legal holds that are read with them, stayed locked"
        + " over "
        + TRIES
        + " tries. Wait; the next run tries again.";
  }

  private String stayedLocked(LocalDate day) {
    return "the ledger row of "
        + day
        + " of "
        + key.dataset()
        + "/"
        + key.shard()
        + " stayed locked over "
        + TRIES
        + " tries: a transaction that wrote, or was refused to write, a row of that day is still"
        + " open, or the pause switch or the lease is being changed. End it, or wait; the next run"
        + " tries again.";
  }

  /** One statement that locks rows, or fails at once. */
  @FunctionalInterface
  interface Statement<T> {
    T run() throws SQLException;
  }

  /**
   * Runs a statement that waits for no lock, until it gets its locks.
   *
   * @return empty if it got them in none of some tries
   */
  static <T> Optional<T> polled(Statement<T> statement) throws SQLException {
    for (int poll = 0; poll < POLLS; poll++) {
      try {
        return Optional.of(statement.run());
      } catch (SQLException e) {
        if (!MysqlError.isLockFailure(e)) {
          throw e;
        }
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return Optional.empty();
  }

  /** In autocommit mode, so that no lock outlives its statement. */
  private Optional<LocalDate> firstBusy(List<LocalDate> days) throws SQLException {
    for (LocalDate day : days) {
      if (!canLock(day, NOWAIT)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }

  private boolean canLock(LocalDate day, String wait) throws SQLException {
    try {
      lock(List.of(day), wait);
      return true;
    } catch (SQLException e) {
      if (MysqlError.isLockFailure(e)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Locks the days' rows by primary key. A list, not BETWEEN: at READ COMMITTED a range scan also
   * touches the row after the range, and NOWAIT fails on a neighbour's lock (MySQL 8.0.33). The
   * index is forced so that no scan locks the whole ledger.
   */
  private List<LedgerDay> lock(List<LocalDate> days, String wait) throws SQLException {
    return session.query(
        "SELECT "
            + DayLedger.COLUMNS
            + " FROM "
            + key.table()
            + " FORCE INDEX (PRIMARY) WHERE "
            + where(days)
            + " ORDER BY dataset, shard, event_day FOR UPDATE"
            + wait,
        DayLedger::map,
        values(List.of(), days));
  }

  /** The condition that means exactly these days' rows. */
  static String where(List<LocalDate> days) {
    return "dataset = ? AND shard = ? AND event_day IN ("
        + String.join(", ", Collections.nCopies(days.size(), "?"))
        + ")";
  }

  /** The values of a statement: those before {@link #where}, then its own. */
  @Nullable Object[] values(List<? extends @Nullable Object> before, List<LocalDate> days) {
    List<@Nullable Object> values = new ArrayList<>(before);
    values.add(key.dataset());
    values.add(key.shard());
    values.addAll(days);
    return values.toArray();
  }
}
