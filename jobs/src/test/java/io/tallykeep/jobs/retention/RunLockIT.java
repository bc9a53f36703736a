package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run of a job at a time, each in a process of its own; the first stands still in its copy. */
class RunLockIT {
  private static final int DAYS = 5;
  private static final int ROWS = 200;

  private final Sandbox sandbox = Sandbox.shared();
  private final FaultProxy s3 =
      FaultProxy.inFrontOf("127.0.0.1", sandbox.s3().endpoint().getPort());
  private final CountDownLatch goOn = new CountDownLatch(1);

  @TempDir private Path folder;
  private TestInbox inbox;
  private ChildRun first;

  @BeforeEach
  void startARunThatStandsStill() throws Exception {
    inbox = inbox("first");
    inbox.configure(sandbox.mysql(), sandbox.s3().throughPort(s3.port()));
    Stop copying =
        s3.stopBefore(
            this::standStill, "PUT /" + inbox.bucket() + "/tallykeep/archive/inbox/data/");
    first = ChildRun.start(inbox, "jobs", "run", "archive");
    await("the first run copies")
        .atMost(Duration.ofSeconds(60))
        .until(copying::isReached);
    inbox.configure(sandbox.mysql(), sandbox.s3());
  }

  private TestInbox inbox(String name) throws Exception {
    TestInbox created =
        TestInbox.create(sandbox, Files.createDirectory(folder.resolve(name)), DAYS);
    created.fill(created.day(DAYS), ROWS);
    assertThat(created.adopt(DAYS).exitCode()).isZero();
    return created;
  }

  private void standStill() {
    try {
      assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() {
    goOn.countDown();
    first.kill();
    s3.close();
  }

  @Test
  void aSecondRunIsRefusedAndNamesTheHolder() throws SQLException {
    Outcome second = inbox.run("jobs", "run", "archive");

    assertThat(second.exitCode()).as(second.toString()).isEqualTo(2);
    Matcher refusal =
        Pattern.compile("archive inbox: refused, another run is alive: connection (\\d+) of root@")
            .matcher(second.out());
    assertThat(refusal.find()).as(second.out()).isTrue();
    assertThat(holders()).as("the session named holds the lock").containsExactly(refusal.group(1));
    assertThat(inbox.run("jobs", "run", "archive", "--json").out()).contains("\"ran\" : false");
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("FROZEN");
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).as("another job").isZero();

    goOn.countDown();
    assertThat(first.waitForEnd()).as(first.output()).isZero();
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
  }

  @Test
  void theNextRunWorksAfterTheFirstWasKilled() throws SQLException {
    first.kill();
    goOn.countDown();
    await("the server notices")
        .atMost(Duration.ofSeconds(30))
        .until(() -> holders().isEmpty());

    Outcome next = inbox.run("jobs", "run", "archive");

    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("HELD");
    assertThat(
            inbox.query(
                "SELECT STATUS FROM `"
                    + inbox.control()
                    + "`.BATCH_JOB_EXECUTION ORDER BY JOB_EXECUTION_ID"))
        .as("the dead run is marked, the next one is sound")
        .containsExactly("FAILED", "COMPLETED");
  }

  @Test
  void anotherInstallationOnTheServerIsNotRefused() throws Exception {
    TestInbox other = inbox("other");

    Outcome archive = other.run("jobs", "run", "archive");

    assertThat(archive.exitCode()).as(archive.toString()).isZero();
    assertThat(other.progress(other.day(DAYS))).isEqualTo("HELD");
  }

  /** The sessions that hold a run lock of this inbox. */
  private List<String> holders() throws SQLException {
    return inbox.query(
        "SELECT t.PROCESSLIST_ID FROM performance_schema.metadata_locks m"
            + " JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID"
            + " WHERE m.OBJECT_TYPE = 'USER LEVEL LOCK' AND m.LOCK_STATUS = 'GRANTED'"
            + " AND m.OBJECT_NAME LIKE 'tallykeep:run:archive "
            + inbox.control()
            + ".inbox/0'");
  }
}
