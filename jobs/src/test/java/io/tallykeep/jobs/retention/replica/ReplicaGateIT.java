package io.tallykeep.jobs.retention.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.ReplicatingServers;
import io.tallykeep.jobs.ReplicatingServers.Positions;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Drop with a replica that really replicates: one that does not keep up gets no further drop. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicaGateIT {
  private static final int DAYS = 6;
  private static final int ROWS = 20;
  private static final Duration LONG_WAIT = Duration.ofSeconds(30);
  private static final Duration ENOUGH_TO_APPLY = Duration.ofSeconds(8);
  private static final Duration SHORT_WAIT = Duration.ofSeconds(2);

  private ReplicatingServers servers;
  @TempDir private Path folder;
  private TestInbox inbox;

  @BeforeAll
  void startServers(@TempDir Path home) throws SQLException {
    servers = ReplicatingServers.start(home, Positions.GTID);
  }

  @AfterAll
  void stopServers() {
    servers.close();
  }

  /** Two days are held, four stay online. */
  @BeforeEach
  void archiveAnInbox() throws Exception {
    inbox = archived(servers, folder);
    withReplica(LONG_WAIT);
    servers.awaitReplica(
        "SELECT COUNT(*) FROM `" + inbox.control() + "`.day_ledger WHERE progress = 'HELD'", "2");
  }

  static TestInbox archived(ReplicatingServers servers, Path folder)
      throws SQLException, IOException {
    TestInbox inbox = TestInbox.create(servers.source(), folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    return inbox;
  }

  private void withReplica(Duration longestWait) throws IOException {
    inbox.configure(servers.source().mysql(), servers.source().s3());
    configure(inbox, servers.settings("eu-2", longestWait, Duration.ofSeconds(1)));
  }

  static void configure(TestInbox inbox, String replicas) throws IOException {
    Files.writeString(inbox.configuration(), replicas, StandardOpenOption.APPEND);
  }

  @Test
  void whileTheReplicaKeepsUpEveryPartitionIsDroppedAndItsPlaceInTheLogRecorded()
      throws SQLException {
    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isZero();
    assertThat(
            inbox.query(
                "SELECT CONCAT(table_partition, ' ', server_uuid = @@server_uuid, ' ',"
                    + " gtid_executed <> '' AND GTID_SUBSET(gtid_executed, @@gtid_executed))"
                    + " FROM `"
                    + inbox.control()
                    + "`.partition_drop ORDER BY table_partition"))
        .containsExactly(
            TestInbox.partition(inbox.day(6)) + " 1 1", TestInbox.partition(inbox.day(5)) + " 1 1");
    servers.awaitReplica(partitionsOnTheReplica(inbox), String.valueOf(DAYS + 1 - 2));
  }

  static String partitionsOnTheReplica(TestInbox inbox) {
    return "SELECT COUNT(*) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
        + inbox.schema()
        + "' AND TABLE_NAME = 'inbox'";
  }

  @Test
  void aLongReadOnTheReplicaPutsTheDropOffBeforeItBegins() throws Exception {
    try (Connection reader = servers.replicaSource(inbox.schema()).getConnection();
        Statement statement = reader.createStatement()) {
      String id = beginReading(reader, statement);
      statement.execute("DO SLEEP(1.5)");
      withReplica(SHORT_WAIT);

      Outcome drop = inbox.run("jobs", "run", "drop");

      assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
      assertThat(drop.out())
          .contains(
              TestInbox.partition(inbox.day(DAYS))
                  + ": DEFERRED, drop: REPLICA_BEHIND: replica eu-2 is up to date, but its applier"
                  + " would wait for them")
          .contains("connection " + id + " (root@");
      assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
      reader.rollback();
    }
    assertEverythingIsDroppedNow();
  }

  /** Begins a transaction that reads the inbox; returns its connection's id. */
  private static String beginReading(Connection reader, Statement statement) throws SQLException {
    reader.setAutoCommit(false);
    try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID(), COUNT(*) FROM inbox")) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void whileOneDropIsUnappliedThereIsNoNext() throws Exception {
    oneDropUnapplied(servers, inbox);

    assertEverythingIsDroppedNow();
  }

  /** A session begins to read on the replica when its look is over: the applier waits for it. */
  static void oneDropUnapplied(ReplicatingServers servers, TestInbox inbox) throws Exception {
    try (FaultProxy proxy =
            FaultProxy.inFrontOf(servers.source().mysql().host(), servers.source().mysql().port());
        Connection reader = servers.replicaSource(inbox.schema()).getConnection();
        Statement statement = reader.createStatement()) {
      CompletableFuture<String> id = new CompletableFuture<>();
      Stop atDrop =
          proxy.stopBefore(
              () -> {
                try {
                  id.complete(beginReading(reader, statement));
                } catch (SQLException e) {
                  id.completeExceptionally(e);
                }
              },
              "DROP PARTITION");
      inbox.configure(servers.source().mysql().throughPort(proxy.port()), servers.source().s3());
      configure(inbox, servers.settings("eu-2", ENOUGH_TO_APPLY, Duration.ofSeconds(1)));

      Outcome drop = inbox.run("jobs", "run", "drop");

      assertThat(atDrop.isReached()).isTrue();
      assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
      assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("DROPPED");
      assertThat(inbox.progress(inbox.day(5))).isEqualTo("HELD");
      assertThat(drop.out())
          .containsPattern(
              TestInbox.partition(inbox.day(5))
                  + ": DEFERRED, drop: REPLICA_BEHIND: replica eu-2 is \\d+ s or more behind"
                  + " \\(receiver ON from [0-9a-f-]+; applier ON\\)\\. Sessions there that keep"
                  + " table [^:]+: connection "
                  + id.get()
                  + " \\(root@");
      reader.rollback();
    }
  }

  @Test
  void aReplicaWhoseApplierIsStoppedStopsTheDrop() throws Exception {
    servers.onReplica("STOP REPLICA SQL_THREAD");
    withReplica(SHORT_WAIT);

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
    assertThat(drop.out())
        .contains("REPLICA_BEHIND: replica eu-2 ", "receiver ON from", "; applier OFF");
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
    servers.onReplica("START REPLICA SQL_THREAD");
    assertEverythingIsDroppedNow();
  }

  /** A crash that takes the last commits leaves the server behind what its replicas show. */
  @Test
  void aServerThatLostItsLastBeatsIsNotTakenForApplied() throws Exception {
    String beat = "`" + inbox.control() + "`.replication_beat";
    servers.onSource("REPLACE INTO " + beat + " VALUES (@@server_uuid, 1000, SYSDATE(6))");
    servers.awaitReplica("SELECT beat FROM " + beat, "1000");
    servers.onSource("SET SESSION sql_log_bin = 0", "UPDATE " + beat + " SET beat = 1");
    servers.onReplica("STOP REPLICA SQL_THREAD");
    withReplica(SHORT_WAIT);

    Outcome drop = inbox.run("jobs", "run", "drop");

    servers.onReplica("START REPLICA SQL_THREAD");
    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
    assertThat(drop.out()).contains("REPLICA_BEHIND: replica eu-2 ", "; applier OFF");
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
    assertEverythingIsDroppedNow();
  }

  @Test
  void aReplicaThatAppliesSchemasBesideEachOtherStopsTheDrop() throws Exception {
    servers.onReplica(
        "STOP REPLICA SQL_THREAD",
        "SET GLOBAL replica_preserve_commit_order = OFF",
        "SET GLOBAL replica_parallel_type = 'DATABASE'",
        "START REPLICA SQL_THREAD");
    withReplica(SHORT_WAIT);

    Outcome drop = inbox.run("jobs", "run", "drop");

    servers.onReplica(
        "STOP REPLICA SQL_THREAD",
        "SET GLOBAL replica_parallel_type = 'LOGICAL_CLOCK'",
        "SET GLOBAL replica_preserve_commit_order = ON",
        "START REPLICA SQL_THREAD");
    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
    assertThat(drop.out())
        .contains("REPLICA_BEHIND: replica eu-2 applies several schemas at once")
        .contains("Set replica_parallel_type = LOGICAL_CLOCK there, or one worker.");
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
    assertEverythingIsDroppedNow();
  }

  @Test
  void aReplicaThatIsDeadStopsTheDrop() throws Exception {
    servers.replica().mysqlServer().kill();
    withReplica(SHORT_WAIT);

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
    assertThat(drop.out())
        .contains("REPLICA_BEHIND: replica eu-2 can't be asked: ", "Connection refused");
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
    servers.replica().mysqlServer().start();
    assertEverythingIsDroppedNow();
  }

  @Test
  void aServerThatDoesNotReplicateFromHereIsNoReplica() throws Exception {
    inbox.configure(servers.source().mysql(), servers.source().s3());
    Sandbox shared = Sandbox.shared();
    configure(
        inbox,
        """
          replicas:
            longest-wait: 1s
            servers:
              - {name: itself, url: "%s"}
              - {name: stranger, url: "%s", username: "%s", password: "%s"}
        """
            .formatted(
                servers.source().mysql().jdbcUrl(""),
                shared.mysql().jdbcUrl(""),
                shared.mysql().user(),
                shared.mysql().password()));

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
    assertThat(drop.out())
        .contains("REPLICA_BEHIND: replica itself is the server itself")
        .contains("replica stranger has never shown a write of server ")
        .contains("(it has no replication channel)");
    IntStream.rangeClosed(5, DAYS)
        .forEach(daysAgo -> assertThat(progress(daysAgo)).isEqualTo("HELD"));
  }

  private String progress(int daysAgo) {
    try {
      return inbox.progress(inbox.day(daysAgo));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void assertEverythingIsDroppedNow() throws Exception {
    withReplica(LONG_WAIT);
    Outcome next = inbox.run("jobs", "run", "drop");
    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertThat(inbox.progress(inbox.day(5))).isEqualTo("DROPPED");
  }
}
