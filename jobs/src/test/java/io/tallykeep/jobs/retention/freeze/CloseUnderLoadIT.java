package io.tallykeep.jobs.retention.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Days are closed and frozen one after the other while writers write to all of them. */
class CloseUnderLoadIT {
  private static final long SEED = 20_261_130;
  private static final int WRITERS = 6;
  private static final Set<Integer> EXPECTED_ERRORS =
      Set.of(
          GuardDefinition.CLOSED_DAY,
          GuardDefinition.FROZEN_DAY,
          1205, // a late writer may wait for a closer
          1213); // two writers may deadlock with each other

  private record Written(int commits, int refusals) {}

  @Test
  void noRowAppearsAfterItsDayIsClosedAndNoneChangesAfterItIsFrozen() throws Exception {
    GuardedTable table = GuardedTable.adopted();
    List<LocalDate> days = table.daysAgo(16).datesUntil(table.daysAgo(10)).toList();
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<Written>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      Random random = new Random(SEED + i);
      String name = "w" + i + "-";
      writers.add(Aside.call(() -> write(table, days, random, name, stop)));
    }

    Map<LocalDate, Set<String>> closed = new HashMap<>();
    Map<LocalDate, Long> frozen = new HashMap<>();
    GuardDefinition guard = table.definition(table.dataset(Optional.empty(), Optional.empty()));
    try (TableLock lock = table.lock()) {
      for (LocalDate day : days) {
        String partition = GuardedTable.partition(day);
        // Read on the closer's own session: before a writer that was missed has committed.
        until(() -> new CloseDays(guard).close(lock, partition));
        closed.put(day, events(lock.session(), day));
        until(() -> new FreezeDays(guard).freeze(lock, partition));
        frozen.put(day, checksum(lock.session(), day));
      }
    }
    stop.set(true);

    int commits = 0;
    int refusals = 0;
    for (Future<Written> writer : writers) {
      commits += writer.get(30, TimeUnit.SECONDS).commits();
      refusals += writer.get(30, TimeUnit.SECONDS).refusals();
    }
    assertThat(commits).as("commits (seed %d)", SEED).isGreaterThan(50);
    assertThat(refusals).as("refusals (seed %d)", SEED).isGreaterThan(10);
    try (Session session = Session.open(table.source())) {
      for (LocalDate day : days) {
        assertThat(closed.get(day)).as("%s (seed %d)", day, SEED).containsAll(events(session, day));
        assertThat(checksum(session, day)).as("%s (seed %d)", day, SEED).isEqualTo(frozen.get(day));
      }
    }
  }

  private interface Step {
    DaysOutcome run() throws SQLException;
  }

  /** A day may be busy; what else could stop it would be an error. */
  private static void until(Step step) throws SQLException {
    for (int attempt = 0; attempt < 20; attempt++) {
      DaysOutcome outcome = step.run();
      if (outcome instanceof DaysOutcome.Done) {
        return;
      }
      assertThat(((DaysOutcome.Deferred) outcome).reason())
          .as("%s", outcome)
          .isIn(DeferralReason.LEDGER_BUSY, DeferralReason.OPEN_TRANSACTION);
    }
    throw new AssertionError("still deferred after 20 attempts");
  }

  private static Set<String> events(Session session, LocalDate day) throws SQLException {
    return new HashSet<>(
        session.query(
            "SELECT CAST(event_id AS CHAR) FROM inbox WHERE event_day = ?",
            row -> row.getString(1),
            day));
  }

  private static long checksum(Session session, LocalDate day) throws SQLException {
    return session.number(
        "SELECT COALESCE(SUM(CRC32(CONCAT_WS('|', event_id, status, amount))), 0)"
            + " FROM inbox WHERE event_day = ?",
        day);
  }

  private static Written write(
      GuardedTable table, List<LocalDate> days, Random random, String name, AtomicBoolean stop)
      throws SQLException {
    int commits = 0;
    int refusals = 0;
    String[] levels = {"READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"};
    try (Connection connection = table.application();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION innodb_lock_wait_timeout = 3");
      for (int n = 0; !stop.get(); n++) {
        statement.execute(
            "SET TRANSACTION ISOLATION LEVEL " + levels[random.nextInt(levels.length)]);
        statement.execute("START TRANSACTION");
        try {
          for (int i = random.nextInt(3); i >= 0; i--) {
            statement.execute(change(days, random, name + n + "-" + i));
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(40)).toNanos());
          }
          statement.execute("COMMIT");
          commits++;
        } catch (SQLException e) {
          assertThat(e.getErrorCode()).as("%s", e).isIn(EXPECTED_ERRORS);
          statement.execute("ROLLBACK");
          refusals++;
        }
      }
    }
    return new Written(commits, refusals);
  }

  private static String change(List<LocalDate> days, Random random, String event) {
    LocalDate day = days.get(random.nextInt(days.size()));
    return switch (random.nextInt(5)) {
      case 0 ->
          "UPDATE inbox SET amount = "
              + random.nextInt()
              + " WHERE event_day = '"
              + day
              + "' ORDER BY event_id LIMIT 2";
      case 1 -> "DELETE FROM inbox WHERE event_day = '" + day + "' ORDER BY event_id LIMIT 1";
      default -> GuardedTable.insertSql(event, day);
    };
  }
}
