package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Copy and drop beside a server under load, on one whose load is the test's alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThrottleIT {
  private static final int DAYS = 5;
  private static final int ROWS = 500;
  private static final int RUNNING = 12;

  /** More than all of the jobs' own sessions together can run at once. */
  private static final int LIMIT = 8;

  private PrivateSandbox sandbox;
  @TempDir private Path folder;
  private TestInbox inbox;

  @BeforeAll
  void startServers(@TempDir Path home) {
    sandbox = Sandbox.startPrivate(home.resolve("servers"), SandboxOptions.FOR_TESTS);
  }

  @AfterAll
  void stopServers() {
    sandbox.close();
  }

  /** One day is old enough to be archived. */
  @BeforeEach
  void createAnInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    inbox.fill(inbox.day(DAYS), ROWS);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
  }

  private void configure(String throttle) throws IOException {
    inbox.configure(sandbox.mysql(), sandbox.s3());
    Files.writeString(
        inbox.configuration(),
        "  copy: {page-rows: 100}\n  throttle: {" + throttle + "}\n",
        StandardOpenOption.APPEND);
  }

  /** Sessions that run a statement until they are told to stop. */
  private final class RunningSessions implements AutoCloseable {
    private final List<Connection> connections = new ArrayList<>();

    RunningSessions(int count) throws SQLException {
      for (int i = 0; i < count; i++) {
        Connection connection = inbox.server().getConnection();
        connections.add(connection);
        Future<Boolean> unused =
            Aside.call(() -> connection.createStatement().execute("DO SLEEP(300) /* load */"));
      }
      await("the load is on")
          .atMost(Duration.ofSeconds(60))
          .until(() -> ids().size(), running -> running == count);
    }

    private List<String> ids() throws SQLException {
      return inbox.query(
          "SELECT ID FROM information_schema.PROCESSLIST WHERE INFO LIKE 'DO SLEEP(300)%'");
    }

    /** Ends their statements, and returns when the server has. */
    @Override
    public void close() throws SQLException {
      for (String id : ids()) {
        inbox.sql("KILL QUERY " + id);
      }
      await("the load is off").atMost(Duration.ofSeconds(60)).until(() -> ids().isEmpty());
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  private boolean isFrozen() throws SQLException {
    return inbox.progress(inbox.day(DAYS)).equals("FROZEN");
  }

  @Test
  void aCopyPausesWhileManyStatementsRunAndGoesOnAfterwards() throws Exception {
    configure("threads-running: " + LIMIT + ", check-interval: 200ms");
    Future<Outcome> running;
    try (RunningSessions load = new RunningSessions(RUNNING)) {
      running = Aside.call(() -> inbox.run("jobs", "run", "archive"));
      await("the copy begins").atMost(Duration.ofSeconds(120)).until(this::isFrozen);
      inbox.sql("DO SLEEP(3)");

      assertThat(running.isDone()).isFalse();
      assertThat(isFrozen()).isTrue();
      assertNobodyHoldsTheTable();
    }
    Outcome archive = running.get();

    assertThat(archive.exitCode()).as(archive.toString()).isZero();
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
  }

  /** A pause between pages keeps no DDL, and no writer behind it, waiting. */
  private void assertNobodyHoldsTheTable() throws SQLException {
    assertThat(
            inbox.query(
                "SELECT OWNER_THREAD_ID FROM performance_schema.metadata_locks"
                    + " WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = '"
                    + inbox.schema()
                    + "' AND OBJECT_NAME = 'inbox' AND LOCK_STATUS = 'GRANTED'"))
        .isEmpty();
  }

  @Test
  void aPauseThatGetsTooLongLeavesThePartitionForTheNextNight() throws Exception {
    configure("threads-running: " + LIMIT + ", check-interval: 200ms, longest-wait: 1s");
    try (RunningSessions load = new RunningSessions(RUNNING)) {
      Outcome archive = inbox.run("jobs", "run", "archive");

      assertThat(archive.exitCode()).as(archive.toString()).isEqualTo(2);
      assertThat(archive.out())
          .containsPattern(
              "DEFERRED, copy: SERVER_BUSY: copy of p[0-9]+ has paused for [0-9]+ s and the server"
                  + " is still busy: Threads_running is 1[0-9], the limit is "
                  + LIMIT);
      assertThat(isFrozen()).isTrue();
    }
    Outcome next = inbox.run("jobs", "run", "archive");
    assertThat(next.exitCode()).as(next.toString()).isZero();
  }

  @Test
  void theDigestBeforeADropPausesForTheUndoThatIsNotPurged() throws Exception {
    configure("threads-running: 0");
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    inbox.sql(
        "CREATE TABLE `" + inbox.schema() + "`.busy (n INT)",
        "SET GLOBAL innodb_purge_rseg_truncate_frequency = 1");
    configure("threads-running: 0, history-length: 20, check-interval: 200ms, longest-wait: 1s");
    try (Connection view = inbox.server().getConnection();
        Statement statement = view.createStatement()) {
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
      for (int i = 0; i < 60; i++) {
        inbox.sql("INSERT INTO `" + inbox.schema() + "`.busy VALUES (1)");
        inbox.sql("UPDATE `" + inbox.schema() + "`.busy SET n = n + 1");
      }

      Outcome drop = inbox.run("jobs", "run", "drop");

      assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
      assertThat(drop.out())
          .containsPattern(
              "DEFERRED, drop: SERVER_BUSY: digest of p[0-9]+ has paused for [0-9]+ s and the server"
                  + " is still busy: trx_rseg_history_len is [0-9]+, the limit is 20");
      statement.execute("COMMIT");
    }
    configure("threads-running: 0, history-length: 20, check-interval: 200ms, longest-wait: 60s");
    Outcome next = inbox.run("jobs", "run", "drop");
    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("DROPPED");
  }
}
