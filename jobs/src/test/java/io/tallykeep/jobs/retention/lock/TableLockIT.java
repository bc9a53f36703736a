package io.tallykeep.jobs.retention.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableLockIT {
  private DataSource source;
  private String schema;
  private TableName table;
  private int count;

  @BeforeAll
  void connect() {
    MysqlAddress server = Sandbox.shared().mysql();
    schema = Sandbox.shared().newSchema("lock");
    source = new MysqlSource(server.jdbcUrl(schema), server.user(), server.password()).dataSource();
  }

  @BeforeEach
  void takeANewTable() {
    count++;
    table = TableName.parse(schema + ".t" + count);
  }

  private static <L> L held(LockAttempt<L> attempt) {
    assertThat(attempt).isInstanceOf(LockAttempt.Held.class);
    return ((LockAttempt.Held<L>) attempt).lock();
  }

  private static <L> LockHolder refused(LockAttempt<L> attempt) {
    assertThat(attempt).isInstanceOf(LockAttempt.Refused.class);
    return ((LockAttempt.Refused<L>) attempt).holder();
  }

  @Test
  void aSecondAttemptIsRefusedAndNamesTheHolder() throws SQLException {
    try (TableLock lock = held(TableLock.tryAcquire(source, table))) {
      long id = lock.session().number("SELECT CONNECTION_ID()");

      LockHolder holder = refused(TableLock.tryAcquire(source, table));

      assertThat(holder.connectionId()).isEqualTo(id);
      assertThat(holder.account()).hasValueSatisfying(who -> assertThat(who).contains("@"));
      assertThat(holder.since()).isPresent();
      assertThat(holder.toString())
          .matches("connection " + id + " of .+@.+ since \\d{4}-.+ UTC \\(Sleep for \\d+ s\\)");
    }
  }

  @Test
  void itIsFreeAgainOnceClosed() throws SQLException {
    held(TableLock.tryAcquire(source, table)).close();
    held(TableLock.tryAcquire(source, table)).close();
  }

  @Test
  void otherTablesAndRunsAreNotKeptOut() throws SQLException {
    TableName other = TableName.parse(schema + ".other");
    try (TableLock lock = held(TableLock.tryAcquire(source, table));
        TableLock second = held(TableLock.tryAcquire(source, other));
        RunLock run = held(RunLock.tryAcquire(source, table.toString()))) {
      assertThat(lock.session()).isNotSameAs(second.session());
      assertThatCode(run::verify).doesNotThrowAnyException();
    }
  }

  @Test
  void aSecondRunBesideALiveOneIsRefused() throws SQLException {
    try (RunLock run = held(RunLock.tryAcquire(source, "archive inbox/0"))) {
      refused(RunLock.tryAcquire(source, "archive inbox/0"));
      run.verify();
    }
    held(RunLock.tryAcquire(source, "archive inbox/0")).close();
  }

  @Test
  void aKilledSessionHasLostItsLockAndSaysSo() throws SQLException {
    try (TableLock lock = held(TableLock.tryAcquire(source, table));
        Session other = Session.open(source)) {
      other.execute("KILL " + lock.session().number("SELECT CONNECTION_ID()"));

      assertThatThrownBy(lock::session)
          .isInstanceOf(LockLostException.class)
          .hasMessageStartingWith("lost the lock 'tallykeep:table:" + table + "'")
          .hasMessageEndingWith("run the job again.");
    }
  }

  @Test
  void aReleasedLockIsNoticedEvenIfTheConnectionLives() throws SQLException {
    try (TableLock lock = held(TableLock.tryAcquire(source, table))) {
      lock.session().execute("DO RELEASE_ALL_LOCKS()");

      assertThatThrownBy(lock::session).isInstanceOf(LockLostException.class);
    }
  }

  @Test
  void aLockThatIsNotUsedForLongerThanItsSessionMayBeSilentIsKeptByItsPulse() throws SQLException {
    try (TableLock lock = held(TableLock.tryAcquire(source, table, Duration.ofSeconds(2)));
        Session other = Session.open(source)) {
      assertThat(lock.session().number("SELECT @@SESSION.wait_timeout")).isEqualTo(2);
      other.number("SELECT SLEEP(5)");

      refused(TableLock.tryAcquire(source, table));
      assertThat(lock.session()).isNotNull();
    }
  }

  @Test
  void aTakeOverEndsTheFormerHolder() throws SQLException {
    try (TableLock former = held(TableLock.tryAcquire(source, table));
        TableLock lock = held(TableLock.takeOver(source, table, Duration.ofSeconds(5)))) {
      assertThatThrownBy(former::session).isInstanceOf(LockLostException.class);
      assertThatCode(lock::session).doesNotThrowAnyException();
    }
  }

  @Test
  void aTakeOverOfAFreeLockKillsNobody() throws SQLException {
    held(TableLock.takeOver(source, table, Duration.ofSeconds(1))).close();
  }

  @Test
  void aZombieDdlKeepsTheLockUntilItHasEnded() throws Exception {
    try (Session session = Session.open(source)) {
      session.execute("CREATE TABLE " + table.quoted() + " (a INT)");
    }
    try (Connection blocker = source.getConnection();
        Statement reading = blocker.createStatement();
        TableLock zombie = held(TableLock.tryAcquire(source, table))) {
      reading.execute("START TRANSACTION");
      reading.execute("SELECT * FROM " + table.quoted());
      Session ddl = zombie.session();
      ddl.execute("SET SESSION lock_wait_timeout = 30");
      Future<Integer> client =
          Aside.call(() -> ddl.update("ALTER TABLE " + table.quoted() + " ADD b INT"));
      Awaitility.await().until(() -> isWaiting(table));

      refused(TableLock.tryAcquire(source, table));
      reading.execute("ROLLBACK");
      client.get(30, TimeUnit.SECONDS);
      assertThatCode(zombie::session).doesNotThrowAnyException();
    }
  }

  private boolean isWaiting(TableName waited) throws SQLException {
    try (Session session = Session.open(source)) {
      return session.number(
              "SELECT COUNT(*) FROM information_schema.PROCESSLIST"
                  + " WHERE STATE LIKE 'Waiting for table metadata lock' AND INFO LIKE ?",
              "%" + waited.quoted() + "%")
          == 1;
    }
  }
}
