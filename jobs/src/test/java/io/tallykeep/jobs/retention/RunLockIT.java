package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
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
  private final CountDownLatch goOn = new CountDownLatch(1);

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;
  private ChildRun first;

  @BeforeEach
  void startARunThatStandsStill() throws Exception {
    runs = KillableInbox.create(sandbox, folder, DAYS, ROWS);
    inbox = runs.inbox();
    Stop copying =
        runs.s3()
            .stopBefore(
                this::standStill, "PUT /" + inbox.bucket() + "/tallykeep/archive/inbox/data/");
    first = ChildRun.start(inbox, "jobs", "run", "archive");
    await("the first run copies").atMost(Duration.ofSeconds(60)).until(copying::isReached);
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
    runs.close();
  }

  @Test
  void aSecondRunIsRefusedAndNamesTheHolder() throws SQLException {
    Outcome second = inbox.run("jobs", "run", "archive");

    assertThat(second.exitCode()).as(second.toString()).isEqualTo(2);
    Matcher refusal =
        Pattern.compile("archive inbox: refused, another run is alive: connection (\\d+) of root@")
            .matcher(second.out());
    assertThat(refusal.find()).as(second.out()).isTrue();
    assertThat(runs.runs())
        .as("the session named holds the lock")
        .containsExactly(refusal.group(1));
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
    runs.awaitNoRun();

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
    TestInbox other =
        TestInbox.create(sandbox, Files.createDirectory(folder.resolve("other")), DAYS);
    assertThat(other.adopt(DAYS).exitCode()).isZero();

    Outcome archive = other.run("jobs", "run", "archive");

    assertThat(archive.exitCode()).as(archive.toString()).isZero();
    assertThat(other.progress(other.day(DAYS))).isEqualTo("HELD");
  }
}
