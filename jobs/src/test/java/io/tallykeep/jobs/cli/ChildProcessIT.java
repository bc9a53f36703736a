package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole process: what a scheduler sees of a run that is stopped, or loses a server. */
class ChildProcessIT {
  private static final int DAYS = 8;
  private static final int ROWS = 40;

  @TempDir private Path folder;
  private TestInbox inbox;
  private FaultProxy store;
  private ChildRun child;

  @BeforeEach
  void startARun() throws Exception {
    Sandbox sandbox = Sandbox.shared();
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    S3Address s3 = sandbox.s3();
    store = FaultProxy.inFrontOf(s3.endpoint().getHost(), s3.endpoint().getPort());
    inbox.configure(sandbox.mysql(), s3.throughPort(store.port()));
    child = ChildRun.start(inbox, "jobs", "run", "archive");
    await("the run has begun")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> progress().stream().anyMatch(progress -> !progress.equals("ONLINE")));
  }

  @AfterEach
  void endIt() {
    child.kill();
    store.close();
  }

  private List<String> progress() throws SQLException {
    return inbox.query(
        "SELECT progress FROM `"
            + inbox.control()
            + "`.day_ledger WHERE event_day BETWEEN '"
            + inbox.day(DAYS)
            + "' AND '"
            + inbox.day(5)
            + "' ORDER BY event_day");
  }

  private String assertEndsWith2() {
    assertThat(child.waitForEnd()).as(child.output()).isEqualTo(2);
    assertThat(child.output()).doesNotContain("\tat ");
    return child.output();
  }

  /** The server may take a moment to notice that the child is gone. */
  private void assertTheNextRunFinishes() throws SQLException {
    await("the next run finishes")
        .atMost(Duration.ofSeconds(60))
        .until(() -> inbox.run("jobs", "run", "archive"), next -> next.exitCode() == 0);
    assertThat(progress()).hasSize(4).containsOnly("HELD");
    Outcome drop = inbox.run("jobs", "run", "drop");
    assertThat(drop.exitCode()).as(drop.toString()).isZero();
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table())).containsExactly("0");
  }

  @Test
  void sigtermIsExitCode2WithALineAndTheNextRunFinishes() throws SQLException {
    child.terminate();

    assertThat(assertEndsWith2())
        .contains("tallykeep: stopped by a signal. Nothing is lost; run the command again.");
    assertThat(progress()).as("it was stopped half-way").contains("ONLINE");
    assertTheNextRunFinishes();
  }

  @Test
  void aStoreThatIsLostMidwayIsToldInALineAndTheNextRunFinishes() throws SQLException {
    store.refuse();

    assertThat(assertEndsWith2())
        .contains(": FAILED, ")
        .contains("the archive did not do what was asked: ")
        .contains("Nothing is lost; './tallykeep check' tells what is wrong.");
    store.heal();
    assertTheNextRunFinishes();
  }
}
