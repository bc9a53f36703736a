package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private Process child;

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
    child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + Path.of("src/main/resources/logback.xml"),
                "-cp",
                System.getProperty("java.class.path"),
                Tallykeep.class.getName(),
                "jobs",
                "run",
                "archive",
                "--config",
                inbox.configuration().toString())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    await("the run has begun")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> progress().stream().anyMatch(progress -> !progress.equals("ONLINE")));
  }

  @AfterEach
  void endIt() {
    child.destroyForcibly();
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

  private String text(String stream) throws IOException {
    return Files.readString(folder.resolve(stream));
  }

  private void assertEndsWith2() throws Exception {
    assertThat(child.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(child.exitValue()).as(text("out") + text("err")).isEqualTo(2);
    assertThat(text("err")).doesNotContain("\tat ");
    assertThat(progress()).as("it was stopped half-way").contains("ONLINE");
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
  void sigtermIsExitCode2WithALineAndTheNextRunFinishes() throws Exception {
    child.destroy();

    assertEndsWith2();
    assertThat(text("err"))
        .contains("tallykeep: stopped by a signal. Nothing is lost; run the command again.");
    assertTheNextRunFinishes();
  }

  @Test
  void aStoreThatIsLostMidwayIsToldInALineAndTheNextRunFinishes() throws Exception {
    store.refuse();

    assertThat(child.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(child.exitValue()).as(text("out") + text("err")).isEqualTo(2);
    assertThat(text("err")).doesNotContain("\tat ");
    assertThat(text("out"))
        .contains("FAILED")
        .contains("the archive did not do what was asked: ")
        .contains("Nothing is lost; './tallykeep check' tells what is wrong.");

    store.heal();
    assertTheNextRunFinishes();
  }
}
