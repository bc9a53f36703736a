package io.tallykeep.jobs.retention.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LedgerWaitsIT extends AdoptedLedger {
  @Test
  void aRowLockedByALateWriterMakesItWaitAndThenItGoesThrough() throws Exception {
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute(GuardedTable.insertSql("late", table.daysAgo(14)));
      Future<TransitionOutcome> closing =
          Aside.call(() -> ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
      LockSupport.parkNanos(Duration.ofMillis(700).toNanos());
      assertThat(closing.isDone()).isFalse();
      assertThat(table.day(days.first()).progress()).isEqualTo(Progress.ONLINE);

      statement.execute("COMMIT");

      moved(closing.get(10, TimeUnit.SECONDS));
      assertAll(Progress.CLOSED);
    }
  }

  @Test
  void whileItWaitsForTheSecondDayTheFirstStaysFree() throws Exception {
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute(GuardedTable.insertSql("late", table.daysAgo(14)));
      Future<TransitionOutcome> closing =
          Aside.call(() -> ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
      LockSupport.parkNanos(Duration.ofMillis(500).toNanos());

      long before = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        table.insert("free" + i, days.first());
      }
      // With the first day held until the second is had, this would wait for the writer.
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
      statement.execute(GuardedTable.insertSql("same transaction", days.first()));
      statement.execute("COMMIT");
      moved(closing.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void aRowThatStaysLockedIsBusyAndNothingMoves() throws SQLException {
    session.execute("SET SESSION innodb_lock_wait_timeout = 1");
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute(GuardedTable.insertSql("late", table.daysAgo(14)));

      TransitionOutcome outcome =
          ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE);

      assertThat(outcome)
          .isInstanceOfSatisfying(
              TransitionOutcome.Busy.class,
              busy ->
                  assertThat(busy.detail())
                      .startsWith("the ledger row of " + table.daysAgo(14) + " of inbox/0"));
      statement.execute("ROLLBACK");
    }
    assertAll(Progress.ONLINE);
  }

  @Test
  void aNeighboursLockDoesNotDisturb() throws SQLException {
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute(GuardedTable.insertSql("next", table.daysAgo(12)));
      statement.execute(GuardedTable.insertSql("before", table.daysAgo(16)));

      moved(ledger.close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
    }
  }

  @Test
  void aClientThatStopsInTheTransactionHoldsNobodyUpForLong() throws Exception {
    Session stopped = Session.open(table.source());
    Future<TransitionOutcome> closing =
        Aside.call(
            () ->
                ledger.close(
                    stopped,
                    days,
                    GuardedTable.YOUNG_DAYS,
                    () -> {
                      LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
                      return List.of();
                    }));

    // The row is locked, and free again once the server has ended the idle session.
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !canInsertAtOnce());
    Awaitility.await().atMost(Duration.ofSeconds(4)).until(this::canInsertAtOnce);
    assertThatThrownBy(() -> closing.get(20, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(Exception.class);
    assertAll(Progress.ONLINE);
  }

  private boolean canInsertAtOnce() throws SQLException {
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
      statement.execute("START TRANSACTION");
      statement.execute(GuardedTable.insertSql("probe", days.first()));
      statement.execute("ROLLBACK");
      return true;
    } catch (SQLException e) {
      assertThat(e.getErrorCode()).isEqualTo(1205);
      return false;
    }
  }

  @Test
  void aFullLedgerIsNotScanned() throws SQLException {
    PartitionDays almostAll = new PartitionDays("p", table.daysAgo(16), table.daysAgo(10));
    try (Connection other = table.application();
        Statement statement = other.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute(
          "SELECT * FROM "
              + table.ledger()
              + " WHERE dataset = 'inbox' AND shard = 0 AND event_day > '"
              + table.daysAgo(9)
              + "' FOR UPDATE");

      moved(ledger.close(session, almostAll, GuardedTable.YOUNG_DAYS, LastLook.NONE));
    }
  }
}
