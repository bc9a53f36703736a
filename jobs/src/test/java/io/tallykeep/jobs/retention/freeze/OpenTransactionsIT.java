package io.tallykeep.jobs.retention.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.freeze.OpenTransactions.Reading;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.jobs.retention.testing.GuardedTable;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.verifier.ledger.Progress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** On a server of its own: a prepared XA transaction stops every close on its server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenTransactionsIT {
  private static final LocalDateTime LONG_AGO = LocalDateTime.of(2020, 1, 1, 0, 0);

  private PrivateSandbox sandbox;
  private GuardedTable table;
  private Instant guardCreated;

  @BeforeAll
  void startAServer(@TempDir Path folder) throws SQLException {
    sandbox = Sandbox.startPrivate(folder.resolve("server"), SandboxOptions.FOR_TESTS.mysqlOnly());
    table = GuardedTable.adopted(sandbox);
    guardCreated = now();
    table.execute("DO SLEEP(1.1)");
  }

  @AfterAll
  void stopTheServer() {
    sandbox.close();
  }

  private Instant now() throws SQLException {
    return Instant.ofEpochSecond(table.number("SELECT UNIX_TIMESTAMP(SYSDATE())"));
  }

  private Reading read(Instant guardCreatedAt, LocalDateTime youthOver) throws SQLException {
    try (Session session = Session.open(table.source())) {
      return new OpenTransactions().read(session, guardCreatedAt, youthOver);
    }
  }

  private static Blocker only(Reading reading) {
    assertThat(reading).isInstanceOf(Reading.Blocked.class);
    assertThat(((Reading.Blocked) reading).blockers()).hasSize(1);
    return ((Reading.Blocked) reading).blockers().get(0);
  }

  private DaysOutcome close(LocalDate day) throws SQLException {
    try (TableLock lock = table.lock()) {
      return new CloseDays(table.definition()).close(lock, GuardedTable.partition(day));
    }
  }

  private DaysOutcome freeze(LocalDate day) throws SQLException {
    try (TableLock lock = table.lock()) {
      return new FreezeDays(table.definition()).freeze(lock, GuardedTable.partition(day));
    }
  }

  @Test
  void onlyTransactionsOlderThanTheGuardOrTheYouthCount() throws SQLException {
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("START TRANSACTION");
      statement.execute("SELECT * FROM operation");
      statement.execute("SELECT 'last words'");
      LocalDateTime utc = LocalDateTime.ofInstant(now(), ZoneOffset.UTC);

      assertThat(read(guardCreated, LONG_AGO)).isEqualTo(new Reading.Clear());
      Blocker olderThanGuard = only(read(now().plusSeconds(1), LONG_AGO));
      Blocker olderThanYouth = only(read(guardCreated, utc.plusSeconds(1)));

      assertThat(olderThanGuard.kind()).isEqualTo(Blocker.Kind.OLDER);
      assertThat(olderThanGuard.connection())
          .hasValueSatisfying(who -> assertThat(who).contains("(" + table.server().user() + "@"));
      assertThat(olderThanGuard.age())
          .hasValueSatisfying(age -> assertThat(age).isLessThan(Duration.ofMinutes(1)));
      assertThat(olderThanGuard.statement())
          .hasValueSatisfying(doing -> assertThat(doing).startsWith("Sleep for "));
      assertThat(olderThanYouth.transaction()).isEqualTo(olderThanGuard.transaction());
      statement.execute("ROLLBACK");
    }
  }

  @Test
  void aPreparedTransactionStopsCloseAndFreezeWhateverItsAgeAndAlsoAfterAKill()
      throws SQLException {
    LocalDate day = table.daysAgo(14);
    LocalDate closedBefore = table.daysAgo(15);
    assertThat(close(closedBefore)).isInstanceOf(DaysOutcome.Done.class);
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      statement.execute("XA START 'late row'");
      statement.execute(GuardedTable.insertSql("prepared", day));
      statement.execute("XA END 'late row'");
      statement.execute("XA PREPARE 'late row'");
    }
    assertNamed(close(day));
    assertNamed(freeze(closedBefore));

    // A restart takes its locks away and makes it look new.
    sandbox.mysqlServer().kill();
    sandbox.mysqlServer().start();
    assertNamed(close(day));
    assertNamed(freeze(closedBefore));
    assertThat(table.day(day).progress()).isEqualTo(Progress.ONLINE);
    assertThat(table.day(closedBefore).progress()).isEqualTo(Progress.CLOSED);

    table.execute("XA COMMIT 'late row'");
    assertThat(close(day)).isInstanceOf(DaysOutcome.Done.class);
    assertThat(freeze(closedBefore)).isInstanceOf(DaysOutcome.Done.class);
    assertThat(table.number("SELECT COUNT(*) FROM inbox WHERE event_id = 'prepared'")).isEqualTo(1);
  }

  private static void assertNamed(DaysOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            DaysOutcome.Deferred.class,
            deferred -> {
              assertThat(deferred.reason()).isEqualTo(DeferralReason.OPEN_TRANSACTION);
              // 'late row' in hexadecimal digits
              assertThat(deferred.detail())
                  .contains("XA transaction 0x6C61746520726F77, prepared; end it with XA COMMIT");
            });
  }

  @Test
  void whoeverPollsTheServersListDoesNotMakeUsSeeAnOldOne() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    Future<Integer> poller =
        Aside.call(
            () -> {
              int polls = 0;
              try (Session session = Session.open(table.source())) {
                for (; !stop.get(); polls++) {
                  session.number("SELECT COUNT(*) FROM information_schema.INNODB_TRX");
                }
              }
              return polls;
            });
    try (Connection writer = table.application();
        Statement statement = writer.createStatement()) {
      for (int i = 0; i < 3; i++) {
        statement.execute("START TRANSACTION");
        statement.execute("SELECT * FROM operation");

        Reading reading = read(now().plusSeconds(60), LONG_AGO);

        assertThat(reading).isNotInstanceOf(Reading.Clear.class);
        if (reading instanceof Reading.Hidden hidden) {
          assertThat(hidden.detail()).contains("INNODB_TRX more often than every 0.1 s");
        }
        statement.execute("ROLLBACK");
      }
    } finally {
      stop.set(true);
    }
    assertThat(poller.get(10, TimeUnit.SECONDS)).isPositive();
  }

  @Test
  void anAccountThatMayNotSeeAllTransactionsDefersWithTheGrantToRun() throws SQLException {
    table.execute("CREATE USER blind@'%' IDENTIFIED BY 'secret'");
    assertThat(readAs("blind"))
        .isEqualTo(
            new Reading.Hidden(
                "this account may not see all transactions."
                    + " Run GRANT XA_RECOVER_ADMIN ON *.* TO 'blind'@'%';"));
    table.execute("GRANT XA_RECOVER_ADMIN ON *.* TO blind@'%'");
    assertThat(readAs("blind"))
        .isEqualTo(
            new Reading.Hidden(
                "this account may not see all transactions."
                    + " Run GRANT PROCESS ON *.* TO 'blind'@'%';"));
    table.execute("GRANT PROCESS ON *.* TO blind@'%'");
    assertThat(readAs("blind")).isEqualTo(new Reading.Clear());
  }

  private Reading readAs(String user) throws SQLException {
    table.execute("GRANT SELECT ON " + table.schema().quoted() + ".* TO " + user + "@'%'");
    try (Session session = Session.open(table.sourceAs(user))) {
      return new OpenTransactions().read(session, guardCreated, LONG_AGO);
    }
  }
}
