package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A statement is still on its way when its process is dead and the next run has begun. */
class InFlightIT {
  private static final int DAYS = 6;
  private static final int ROWS = 200;

  private final CountDownLatch letGo = new CountDownLatch(1);

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;
  private TestArchive archive;

  /** Two days can be archived. */
  @BeforeEach
  void createInbox() throws Exception {
    runs = KillableInbox.create(Sandbox.shared(), folder, DAYS, ROWS);
    inbox = runs.inbox();
    archive = new TestArchive(inbox);
  }

  @AfterEach
  void close() {
    letGo.countDown();
    archive.close();
    runs.close();
  }

  @Test
  void aDropOnItsWayKeepsTheTableLocked() throws SQLException {
    LocalDate day = inbox.day(DAYS);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    runs.killAndHold("drop", runs.atSql("drop", Killed.IN_FLIGHT, "DROP PARTITION"), letGo);

    Outcome meanwhile = inbox.run("jobs", "run", "drop");

    assertThat(meanwhile.exitCode()).as(meanwhile.toString()).isEqualTo(2);
    assertThat(meanwhile.out())
        .contains(
            TestInbox.partition(day)
                + ": DEFERRED, drop: TABLE_LOCKED: the table's lock is held by connection ");
    assertThat(partitions()).contains(TestInbox.partition(day));
    assertAnswered(day);

    letGo.countDown();
    await("the statement arrives").until(() -> !partitions().contains(TestInbox.partition(day)));
    assertAnswered(day);
    await("its session ends").until(() -> tableLocks().isEmpty());
    Outcome next = inbox.run("jobs", "run", "drop");
    assertThat(next.exitCode()).as(next.toString()).isZero();
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      assertThat(inbox.progress(inbox.day(daysAgo))).isEqualTo("DROPPED");
      assertAnswered(inbox.day(daysAgo));
    }
  }

  @Test
  void aPointerThatMovesWhileTheNextRunCommitsIsFoundByIt() throws Exception {
    runs.killAndHold("archive", runs.atPointer("publish", Killed.IN_FLIGHT), letGo);

    Future<Outcome> next = Aside.call(() -> inbox.run("jobs", "run", "archive"));
    await("the next run waits for the first one's transaction")
        .atMost(Duration.ofSeconds(30))
        .until(() -> !lockWaits().isEmpty());
    letGo.countDown();

    assertThat(next.get().exitCode()).as(next.get().toString()).isZero();
    assertPublishedOnce();
  }

  @Test
  void aPointerThatNeverMovesHoldsTheNextRunUpForSecondsOnly() throws Exception {
    runs.killAndHold("archive", runs.atPointer("publish", Killed.IN_FLIGHT), letGo);

    Outcome next = inbox.run("jobs", "run", "archive");

    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertPublishedOnce();
    letGo.countDown();
    assertPublishedOnce();
  }

  private void assertPublishedOnce() throws SQLException {
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      LocalDate day = inbox.day(daysAgo);
      assertThat(archive.ledger(day).progress().name()).isEqualTo("HELD");
      assertThat(archive.publications(day))
          .extracting(run -> run.runId())
          .containsExactly(archive.ledger(day).runId().orElseThrow());
      assertThat(archive.files(day)).hasSize(1);
      assertAnswered(day);
    }
  }

  private void assertAnswered(LocalDate day) {
    assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(archive.lookUp(day, ROWS + 1).answer().kind()).isEqualTo(AnswerKind.UNSEEN);
  }

  private List<String> partitions() throws SQLException {
    return inbox.query(
        "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
            + inbox.schema()
            + "' AND TABLE_NAME = 'inbox'");
  }

  private List<String> tableLocks() throws SQLException {
    return inbox.query(
        "SELECT OBJECT_NAME FROM performance_schema.metadata_locks"
            + " WHERE OBJECT_TYPE = 'USER LEVEL LOCK' AND OBJECT_NAME LIKE 'tallykeep:table:"
            + inbox.schema()
            + ".%'");
  }

  /** Rows of the control schema that a transaction waits for. */
  private List<String> lockWaits() throws SQLException {
    return inbox.query(
        "SELECT l.OBJECT_NAME FROM performance_schema.data_lock_waits w"
            + " JOIN performance_schema.data_locks l"
            + " ON l.ENGINE_LOCK_ID = w.REQUESTING_ENGINE_LOCK_ID WHERE l.OBJECT_SCHEMA = '"
            + inbox.control()
            + "'");
  }
}
