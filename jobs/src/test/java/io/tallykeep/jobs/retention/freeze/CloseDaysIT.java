package io.tallykeep.jobs.retention.freeze;

import static io.tallykeep.jobs.retention.freeze.OutcomeAssertions.deferred;
import static io.tallykeep.jobs.retention.freeze.OutcomeAssertions.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.guard.GuardChange;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardInstaller;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CloseDaysIT {
  private GuardedTable table;
  private LocalDate old;

  @BeforeEach
  void adoptATable() throws SQLException {
    table = GuardedTable.adopted();
    old = table.daysAgo(14);
  }

  private DaysOutcome close(String partition) throws SQLException {
    try (TableLock lock = table.lock()) {
      return new CloseDays(table.definition()).close(lock, partition);
    }
  }

  private DaysOutcome close(LocalDate day) throws SQLException {
    return close(GuardedTable.partition(day));
  }

  private void assertProgress(LocalDate day, Progress progress) throws SQLException {
    assertThat(table.day(day).progress()).isEqualTo(progress);
  }

  @Test
  void aClosedDayHasANewEpochAndTakesNoNewRows() throws SQLException {
    long before = table.day(old).epoch();
    table.insert("before", old);

    long epoch = done(close(old));

    assertThat(epoch).isGreaterThan(before);
    assertThat(table.day(old).epoch()).isEqualTo(epoch);
    assertProgress(old, Progress.CLOSED);
    assertProgress(old.plusDays(1), Progress.ONLINE);
    assertThatThrownBy(() -> table.insert("after", old))
        .hasMessageContaining("Tallykeep gate: day " + old);
    assertThat(done(close(old))).isEqualTo(epoch);
  }

  @Test
  void theSessionThatClosedGoesOnHoldingTheLock() throws SQLException {
    try (TableLock lock = table.lock()) {
      done(new CloseDays(table.definition()).close(lock, GuardedTable.partition(old)));

      assertThat(lock.session().number("SELECT @@SESSION.wait_timeout")).isEqualTo(30);
      done(new CloseDays(table.definition()).close(lock, GuardedTable.partition(old.plusDays(1))));
    }
  }

  @Test
  void aDayThatCanBeYoungInSomeZoneIsNotClosed() throws SQLException {
    assertThat(deferred(close(table.daysAgo(8)), DeferralReason.STILL_YOUNG))
        .contains("until " + table.today().plusDays(1) + "T04:00 UTC")
        .contains("the guard calls 7 days young");
    assertProgress(table.daysAgo(8), Progress.ONLINE);
    deferred(close(table.today()), DeferralReason.STILL_YOUNG);
  }

  @Test
  void theInstalledLiteralCountsNotTheConfiguredOne() throws SQLException {
    GuardDefinition shortened = new GuardDefinition(table.dataset(), table.control(), 5, 3);

    try (TableLock lock = table.lock()) {
      DaysOutcome outcome =
          new CloseDays(shortened).close(lock, GuardedTable.partition(table.daysAgo(8)));
      assertThat(deferred(outcome, DeferralReason.STILL_YOUNG))
          .contains("the guard calls 7 days young");
    }
  }

  @Test
  void anOpenTransactionOlderThanTheGuardIsNamed() throws SQLException {
    table.installer().remove();
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute("INSERT INTO operation VALUES ('o', 'X')");
      table.install();

      String detail = deferred(close(old), DeferralReason.OPEN_TRANSACTION);

      assertThat(detail)
          .contains(" of connection " + connectionId(writer) + " (" + table.server().user() + "@")
          .contains("open for ")
          .endsWith("Let them end, or end them.");
      assertProgress(old, Progress.ONLINE);
      statement.execute("ROLLBACK");
    }
    // trx_started is cut off to a second, and so is what is compared with it.
    done(close(old));
  }

  private static long connectionId(Connection connection) throws SQLException {
    return Session.asItIs(connection).number("SELECT CONNECTION_ID()");
  }

  @Test
  void aTransactionYoungerThanGuardAndYouthDoesNotStopIt() throws Exception {
    table.execute("DO SLEEP(1.1)");
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute("INSERT INTO operation VALUES ('o', 'X')");

      done(close(old));
    }
  }

  @Test
  void aLateWriterWhoHoldsTheLedgerRowStopsItAndKeepsItsRow() throws SQLException {
    table.execute("DO SLEEP(1.1)");
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute(GuardedTable.insertSql("late", old));

      try (TableLock lock = table.lock()) {
        lock.session().execute("SET SESSION innodb_lock_wait_timeout = 1");
        DaysOutcome outcome =
            new CloseDays(table.definition()).close(lock, GuardedTable.partition(old));
        assertThat(deferred(outcome, DeferralReason.LEDGER_BUSY)).contains(old.toString());
      }
      statement.execute("COMMIT");
    }
    done(close(old));
    assertThat(table.number("SELECT COUNT(*) FROM inbox WHERE event_day = '" + old + "'"))
        .isEqualTo(1);
  }

  @Test
  void twoClosersEndInOneClosedDay() throws Exception {
    List<Future<DaysOutcome>> closers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      closers.add(
          Aside.call(
              () -> {
                try (Session session = Session.open(table.source())) {
                  // The lock is one thing, the transaction must hold without it too.
                  PartitionDays days = new PartitionDays("p", old, old);
                  return CoveredPartition.outcome(
                      days,
                      new LedgerTransitions(table.ledgerKey())
                          .close(session, days, GuardedTable.YOUNG_DAYS, LastLook.NONE));
                }
              }));
    }
    List<Long> epochs = new ArrayList<>();
    for (Future<DaysOutcome> closer : closers) {
      epochs.add(done(closer.get(30, TimeUnit.SECONDS)));
    }
    assertThat(epochs).containsOnly(table.day(old).epoch());
  }

  @Test
  void withoutAGuardNothingIsClosed() throws SQLException {
    table.installer().remove();

    assertThat(deferred(close(old), DeferralReason.GUARD_ABSENT)).contains("guard install");
  }

  @Test
  void withAnAlteredGuardNothingIsClosed() throws SQLException {
    table.execute("DROP TRIGGER tallykeep_insert_7_inbox");
    assertThat(deferred(close(old), DeferralReason.GUARD_BROKEN)).contains("GUARD_ALTERED");

    table.execute(
        "CREATE TRIGGER tallykeep_insert_7_inbox BEFORE INSERT ON inbox FOR EACH ROW SET @x = 1");
    assertThat(deferred(close(old), DeferralReason.GUARD_BROKEN)).contains("GUARD_ALTERED");

    table.execute("DROP TRIGGER tallykeep_insert_7_inbox");
    table.install();
    table.execute("CREATE TRIGGER other BEFORE UPDATE ON inbox FOR EACH ROW SET NEW.amount = 1");
    assertThat(deferred(close(old), DeferralReason.GUARD_BROKEN)).contains("FOREIGN_TRIGGER");
    assertProgress(old, Progress.ONLINE);
  }

  @Test
  void aDayWithoutALedgerRowKeepsItsPartitionOnline() throws SQLException {
    table.execute(
        "ALTER TABLE inbox REORGANIZE PARTITION "
            + GuardedTable.partition(old)
            + ", "
            + GuardedTable.partition(old.plusDays(1))
            + " INTO (PARTITION wide VALUES LESS THAN ('"
            + old.plusDays(2)
            + "'))");
    table.execute(
        "UPDATE "
            + table.ledger()
            + " SET table_partition = 'wide' WHERE event_day = '"
            + old.plusDays(1)
            + "'");
    table.execute("DELETE FROM " + table.ledger() + " WHERE event_day = '" + old + "'");

    assertThat(deferred(close("wide"), DeferralReason.NOT_COVERED)).contains(old.toString());
    assertThat(deferred(close("nowhere"), DeferralReason.NOT_COVERED))
        .contains("has no partition nowhere");
    assertProgress(old.plusDays(1), Progress.ONLINE);
  }

  @Test
  void allDaysOfAWidePartitionAreClosedTogether() throws SQLException {
    table.execute(
        "ALTER TABLE inbox REORGANIZE PARTITION "
            + GuardedTable.partition(old)
            + ", "
            + GuardedTable.partition(old.plusDays(1))
            + " INTO (PARTITION wide VALUES LESS THAN ('"
            + old.plusDays(2)
            + "'))");
    assertThat(deferred(close("wide"), DeferralReason.NOT_COVERED))
        .as("the ledger has its days in partitions that are gone")
        .contains("no day of table partition wide");
    table.execute(
        "UPDATE "
            + table.ledger()
            + " SET table_partition = 'wide' WHERE event_day BETWEEN '"
            + old
            + "' AND '"
            + old.plusDays(1)
            + "'");

    done(close("wide"));

    assertProgress(old, Progress.CLOSED);
    assertProgress(old.plusDays(1), Progress.CLOSED);
    assertThat(table.day(old).epoch()).isEqualTo(table.day(old.plusDays(1)).epoch());
  }

  @Test
  void afterADropTheNextPartitionsDaysAreItsOwnNotTheDroppedOnes() throws SQLException {
    LocalDate first = table.daysAgo(16);
    table.force(first, "DROPPED");
    table.execute("ALTER TABLE inbox DROP PARTITION " + GuardedTable.partition(first));

    DaysOutcome outcome = close(first.plusDays(1));

    done(outcome);
    assertThat(((DaysOutcome.Done) outcome).days().first()).isEqualTo(first.plusDays(1));
    assertProgress(first, Progress.DROPPED);
  }

  @Test
  void aServerClockBehindTheLastReadingClosesNothing() throws SQLException {
    done(close(old));
    table.execute(
        "UPDATE "
            + table.control().quoted()
            + ".server_clock SET last_seen_at = last_seen_at + INTERVAL 1 HOUR");

    assertThat(deferred(close(old.plusDays(1)), DeferralReason.CLOCK_BEHIND))
        .contains("but has said ")
        .contains("set last_seen_at");
    assertProgress(old.plusDays(1), Progress.ONLINE);
  }

  @Test
  void aQuarantinedDayIsNotClosed() throws SQLException {
    table.execute(
        "UPDATE "
            + table.ledger()
            + " SET attention = 'QUARANTINED', attention_reason = 'TEST: look' WHERE event_day = '"
            + old
            + "'");

    assertThat(deferred(close(old), DeferralReason.QUARANTINED)).contains("TEST: look");
  }

  @Test
  void ddlThatWaitsForTheTableDefersTheCloseAndLocksNoLedgerRow() throws Exception {
    table.execute("ALTER TABLE inbox ADD PARTITION (PARTITION pmax VALUES LESS THAN (MAXVALUE))");
    table.execute("DO SLEEP(1.1)");
    try (Connection reader = table.application();
        Statement statement = reader.createStatement();
        Session ddl = Session.open(table.source())) {
      statement.execute("START TRANSACTION");
      statement.execute("SELECT COUNT(*) FROM inbox");
      ddl.execute("SET SESSION lock_wait_timeout = 30");
      Future<Integer> alter = Aside.call(() -> ddl.update("ALTER TABLE inbox COMMENT 'x'"));
      Awaitility.await()
          .until(
              () ->
                  table.number(
                          "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE STATE ="
                              + " 'Waiting for table metadata lock' AND INFO LIKE 'ALTER%'")
                      == 1);

      assertThat(deferred(close(old), DeferralReason.TABLE_BUSY))
          .contains(table.table("inbox").toString());

      statement.execute("ROLLBACK");
      alter.get(30, TimeUnit.SECONDS);
    }
    assertProgress(old, Progress.ONLINE);
    done(close(old));
  }

  @Test
  void aMonthOfALegacyTableIsClosedAndFrozenAsOne() throws SQLException {
    LocalDate month = table.today().withDayOfMonth(1).minusMonths(2);
    LocalDate next = month.plusMonths(1);
    table.execute(
        "CREATE TABLE legacy_msgs (seq BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,"
            + " grp VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin NOT NULL,"
            + " msg BINARY(16) NOT NULL, biz_date DATE NOT NULL, done TINYINT NOT NULL,"
            + " PRIMARY KEY (seq, biz_date), UNIQUE KEY once (grp, msg, biz_date))"
            + " PARTITION BY RANGE (TO_DAYS(biz_date)) (PARTITION y1 VALUES LESS THAN (TO_DAYS('"
            + next
            + "')), PARTITION y2 VALUES LESS THAN (TO_DAYS('"
            + next.plusMonths(3)
            + "')), PARTITION rest VALUES LESS THAN MAXVALUE)");
    table.execute(
        "INSERT INTO legacy_msgs (grp, msg, biz_date, done) VALUES ('g', 'a', '"
            + month
            + "', 1), ('g', 'b', '"
            + next.minusDays(1)
            + "', 1)");
    Dataset dataset =
        new Dataset(
            "legacy",
            0,
            table.table("legacy_msgs"),
            new TableName(table.control(), Identifier.of("late_legacy")),
            List.of(Identifier.of("grp"), Identifier.of("msg")),
            Identifier.of("biz_date"),
            EventDayOrigin.EVENT_TIME,
            Optional.empty(),
            List.of(),
            Optional.of(new LiveRows(Identifier.of("done"), Set.of("0"))),
            Optional.empty());
    GuardDefinition definition = table.definition(dataset);
    assertThat(new GuardInstaller(table.source(), definition).install(Optional.of(month)))
        .isInstanceOf(GuardChange.Changed.class);

    try (TableLock lock = held(TableLock.tryAcquire(table.source(), dataset.table()))) {
      done(new CloseDays(definition).close(lock, "y1"));
      long number = done(new FreezeDays(definition).freeze(lock, "y1"));

      assertThat(new DayLedger(table.source(), table.control(), "legacy", 0).days())
          .filteredOn(day -> day.day().isBefore(next))
          .hasSize(month.lengthOfMonth())
          .allSatisfy(day -> assertThat(day.freezeNumber()).hasValue(number));
      deferred(new CloseDays(definition).close(lock, "y2"), DeferralReason.STILL_YOUNG);
      deferred(new CloseDays(definition).close(lock, "rest"), DeferralReason.NOT_COVERED);
    }
  }

  private static TableLock held(LockAttempt<TableLock> attempt) {
    assertThat(attempt).isInstanceOf(LockAttempt.Held.class);
    return ((LockAttempt.Held<TableLock>) attempt).lock();
  }
}
