package io.tallykeep.jobs.retention.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.ReplicatingServers;
import io.tallykeep.jobs.ReplicatingServers.Positions;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is decided or copied on a replica, nor on a primary that was demoted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicaRefusedIT {
  private static final int DAYS = 6;
  private static final int ROWS = 20;

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

  @BeforeEach
  void createAnInbox() throws Exception {
    inbox = TestInbox.create(servers.source(), folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
  }

  private void awaitReplica() throws SQLException {
    servers.onSource("CREATE TABLE `" + inbox.control() + "`.arrived (n INT)");
    servers.awaitReplica("SELECT COUNT(*) FROM `" + inbox.control() + "`.arrived", "0");
  }

  private void useReplica() throws Exception {
    inbox.configure(servers.replica().mysql(), servers.source().s3());
  }

  private void useSource() throws Exception {
    inbox.configure(servers.source().mysql(), servers.source().s3());
  }

  @Test
  void neitherALookUpNorAJobUsesAReplicaThatTakesWrites() throws Exception {
    awaitReplica();
    useReplica();

    assertThat(servers.queryReplica("SELECT @@read_only")).containsExactly("0");
    try (TestArchive replica = new TestArchive(inbox)) {
      for (int row : new int[] {1, ROWS + 1}) {
        assertRefused(replica.lookUp(inbox.day(1), row));
      }
    }
    for (String job : new String[] {"provision", "archive", "drop", "expire"}) {
      Outcome run = inbox.run("jobs", "run", job);
      assertThat(run.exitCode()).as(run.toString()).isIn(2, 3);
      assertThat(run.err()).contains("READ_ONLY_SERVER", "the server replicates from another one.");
    }
    servers.onReplica("STOP REPLICA");
    try (TestArchive replica = new TestArchive(inbox)) {
      assertRefused(replica.lookUp(inbox.day(1), 1));
    }
    servers.onReplica("START REPLICA");
    useSource();
    Outcome archive = inbox.run("jobs", "run", "archive");
    assertThat(archive.exitCode()).as(archive.toString()).isZero();
  }

  private static void assertRefused(Adjudication adjudication) {
    assertThat(adjudication.answer())
        .isInstanceOfSatisfying(
            Answer.Undecidable.class,
            undecidable -> {
              assertThat(undecidable.reason()).isEqualTo(UndecidableReason.READ_ONLY_SERVER);
              assertThat(undecidable.detail()).contains("replicates from another server");
            });
  }

  @Test
  void anAccountThatMayNotSeeChannelsDecidesNothing() throws Exception {
    servers.onSource(
        "CREATE USER IF NOT EXISTS blind IDENTIFIED BY 'secret'",
        "GRANT SELECT ON `" + inbox.schema() + "`.* TO blind",
        "GRANT SELECT ON `" + inbox.control() + "`.* TO blind");
    try (TestArchive archive =
        new TestArchive(inbox, servers.sourceAs("blind", "secret"), LookupListener.NONE)) {
      assertThat(archive.lookUp(inbox.day(1), 1).answer())
          .isInstanceOfSatisfying(
              Answer.Undecidable.class,
              undecidable ->
                  assertThat(undecidable.detail())
                      .contains("replication_connection_configuration", "Grant what is missing"));
    }
  }

  @Test
  void aPrimaryDemotedDuringTheCopyEndsTheRunAndTheNextOneGoesOn() throws Exception {
    LocalDate day = inbox.day(DAYS);
    try (FaultProxy s3 =
        FaultProxy.inFrontOf(
            servers.source().s3().endpoint().getHost(),
            servers.source().s3().endpoint().getPort())) {
      inbox.configure(servers.source().mysql(), servers.source().s3().throughPort(s3.port()));
      Stop atCopy =
          s3.stopBefore(
              () -> setReadOnly("ON"), "PUT /" + inbox.bucket() + "/tallykeep/archive/inbox/data/");

      Outcome archive = inbox.run("jobs", "run", "archive");

      assertThat(atCopy.isReached()).isTrue();
      assertThat(archive.exitCode()).as(archive.toString()).isEqualTo(2);
      assertThat(archive.toString()).contains("--super-read-only");
      assertThat(inbox.progress(day)).as("no copy is recorded").isEqualTo("FROZEN");
      try (TestArchive demoted = new TestArchive(inbox)) {
        assertRefused(demoted.lookUp(day, 1));
      }
    } finally {
      setReadOnly("OFF");
    }
    useSource();
    Outcome next = inbox.run("jobs", "run", "archive");
    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertThat(inbox.progress(day)).isEqualTo("HELD");
  }

  private void setReadOnly(String value) {
    try {
      servers.onSource("SET GLOBAL super_read_only = " + value, "SET GLOBAL read_only = " + value);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** As behind a proxy that spreads one connection's statements over servers. */
  @Test
  void aLookUpWhoseServerChangesIsNeverUnseenByTwoServers() throws Exception {
    awaitReplica();
    servers.promoteReplica();
    ServerSwitch connections = new ServerSwitch(inbox.server(), servers.replicaSource(""));
    try (TestArchive archive = new TestArchive(inbox, connections.dataSource(), connections)) {
      Adjudication flipping = archive.lookUp(inbox.day(1), ROWS + 1);

      assertThat(flipping.answer())
          .isInstanceOfSatisfying(
              Answer.Undecidable.class,
              undecidable ->
                  assertThat(undecidable.reason()).isEqualTo(UndecidableReason.KEEPS_CHANGING));
      assertThat(connections.switches()).isGreaterThanOrEqualTo(4);
      assertThat(archive.lookUp(inbox.day(1), 1).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    } finally {
      servers.replicate(Positions.GTID);
    }
  }

  /** The guard's trigger stands on the replica, and does not fire for what the applier writes. */
  @Test
  void aRowEventThatFiredNoTriggerIsFoundBeforeTheDrop() throws Exception {
    LocalDate day = inbox.day(DAYS);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    String trigger =
        inbox
            .query(
                "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '"
                    + inbox.schema()
                    + "' AND EVENT_MANIPULATION = 'UPDATE'")
            .get(0);
    servers.onSource(
        "SET SESSION sql_log_bin = 0",
        "DROP TRIGGER `" + inbox.schema() + "`.`" + trigger + "`",
        "SET SESSION sql_log_bin = 1",
        "UPDATE "
            + inbox.table()
            + " SET amount_minor = 7 WHERE event_id = '"
            + TestInbox.event(day, 3)
            + "'");
    servers.awaitReplica(
        "SELECT amount_minor FROM "
            + inbox.table()
            + " WHERE event_id = '"
            + TestInbox.event(day, 3)
            + "'",
        "7");
    servers.promoteReplica();
    useReplica();
    try {
      Outcome drop = inbox.run("jobs", "run", "drop");

      assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
      assertThat(drop.out())
          .contains(TestInbox.partition(day) + ": QUARANTINED, drop: NOT_AS_PROVEN");
    } finally {
      servers.replicate(Positions.GTID);
    }
  }
}
