package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
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

/** A run that SIGTERM ends, as Kubernetes and systemd send it. */
class StopSignalIT {
  private static final int DAYS = 8;
  private static final int ROWS = 40;

  @TempDir private Path folder;
  private TestInbox inbox;
  private Path err;
  private Process child;

  @BeforeEach
  void startARun() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    err = folder.resolve("err");
    child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Tallykeep.class.getName(),
                "jobs",
                "run",
                "archive",
                "--config",
                inbox.configuration().toString())
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(err.toFile())
            .start();
  }

  @AfterEach
  void endIt() {
    child.destroyForcibly();
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

  @Test
  void sigtermIsExitCode2WithALineAndTheNextRunFinishes() throws Exception {
    await("the run has begun")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> progress().stream().anyMatch(progress -> !progress.equals("ONLINE")));
    child.destroy();

    assertThat(child.waitFor(30, TimeUnit.SECONDS)).as("ended").isTrue();
    assertThat(child.exitValue()).as(errors()).isEqualTo(2);
    assertThat(errors())
        .contains("tallykeep: stopped by a signal. Nothing is lost; run the command again.")
        .doesNotContain("\tat ");
    assertThat(progress()).as("it was stopped half-way").contains("ONLINE");

    Outcome next = inbox.run("jobs", "run", "archive");

    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertThat(progress()).hasSize(4).containsOnly("HELD");
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table())).containsExactly("0");
  }

  private String errors() throws IOException {
    return Files.readString(err);
  }
}
