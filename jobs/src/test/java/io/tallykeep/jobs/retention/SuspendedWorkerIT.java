package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.ChildRun;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Boundary;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker that is stopped (SIGSTOP) in the middle of a destructive step, replaced, and continued:
 * the request that was on its way, and whatever it does then, changes nothing any more.
 */
class SuspendedWorkerIT {
  private static final int DAYS = 12;
  private static final int ROWS = 40;

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;

  @BeforeEach
  void adopt() throws Exception {
    runs = KillableInbox.create(Sandbox.shared(), folder, DAYS, ROWS);
    inbox = runs.inbox();
    String text = Files.readString(inbox.configuration());
    Files.writeString(
        inbox.configuration(), text.replace("  drop: {", "  worker: {lease: 4s}\n  drop: {"));
  }

  @AfterEach
  void close() {
    runs.close();
  }

  @Test
  void aWorkerThatSleptThroughItsLeaseDoesNothingDestructive() throws Exception {
    String one = inbox.day(7).toString();
    String another = inbox.day(6).toString();
    assertFenced(runs.atProgress("freeze", Killed.IN_FLIGHT, "FROZEN"), "archive", "--as-of", one);
    assertFenced(runs.atPointer("publish", Killed.IN_FLIGHT), "archive", "--as-of", another);
    assertPausedMeanwhile();
    assertFenced(runs.atProgress("begin drop", Killed.IN_FLIGHT, "DROPPING"), "drop");
    assertFenced(runs.atProgress("expire", Killed.IN_FLIGHT, "EXPIRED"), "expire");

    try (TestArchive archive = new TestArchive(inbox)) {
      for (int daysAgo = DAYS - 1; daysAgo <= DAYS; daysAgo++) {
        assertThat(archive.publications(inbox.day(daysAgo)))
            .as("publications of %s", inbox.day(daysAgo))
            .hasSize(1);
      }
    }
  }

  /** Another worker does the job meanwhile, and what it left stays as it left it. */
  private void assertFenced(Boundary boundary, String... job) throws SQLException {
    List<String> command = new ArrayList<>(List.of("jobs", "run"));
    command.addAll(List.of(job));
    List<String> left = new ArrayList<>();

    ChildRun child =
        runs.suspend(
            () -> {
              // The first try may still meet the row lock of the stopped worker's transaction.
              await()
                  .atMost(Duration.ofSeconds(60))
                  .until(() -> inbox.run(command.toArray(String[]::new)).exitCode() == 0);
              left.addAll(state());
            },
            boundary,
            command.toArray(String[]::new));

    assertThat(child.waitForEnd()).as(boundary.name() + ": " + child.output()).isEqualTo(2);
    assertThat(child.output())
        .as(boundary.name())
        .containsAnyOf("LEASE_LOST", "lost the lock")
        .doesNotContain("internal error");
    assertThat(state()).as(boundary.name()).isEqualTo(left);
  }

  /**
   * Checked, stopped, paused by somebody, continued: the DROP PARTITION on its way drops nothing.
   */
  private void assertPausedMeanwhile() throws SQLException {
    List<String> left = new ArrayList<>();

    ChildRun child =
        runs.suspend(
            () -> {
              Outcome pause = inbox.run("jobs", "pause", "on", "--reason", "a doubt");
              assertThat(pause.exitCode()).as(pause.toString()).isZero();
              left.addAll(state());
            },
            runs.atSql("drop", Killed.IN_FLIGHT, "DROP PARTITION"),
            "jobs",
            "run",
            "drop");

    assertThat(child.waitForEnd()).as(child.output()).isEqualTo(2);
    assertThat(child.output()).containsAnyOf("LEASE_LOST", "PAUSED", "lost the lock");
    assertThat(state()).isEqualTo(left);
    assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("DROPPING");
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM "
                    + inbox.table()
                    + " PARTITION ("
                    + TestInbox.partition(inbox.day(DAYS))
                    + ")"))
        .containsExactly(String.valueOf(ROWS));
    assertThat(inbox.run("jobs", "pause", "off", "--reason", "cleared up").exitCode()).isZero();
  }

  /** Everything a destructive step could change: partitions, ledger, pointer, batches' ends. */
  private List<String> state() {
    try {
      List<String> state = new ArrayList<>();
      state.addAll(
          inbox.query(
              "SELECT CONCAT_WS(' ', event_day, progress, attention, epoch, freeze_number, run_id,"
                  + " snapshot_sequence) FROM `"
                  + inbox.control()
                  + "`.day_ledger ORDER BY event_day"));
      state.addAll(
          inbox.query(
              "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                  + inbox.schema()
                  + "' AND TABLE_NAME = 'inbox' ORDER BY PARTITION_ORDINAL_POSITION"));
      state.addAll(
          inbox.query("SELECT metadata_location FROM `" + inbox.control() + "`.iceberg_tables"));
      state.addAll(inbox.query("SELECT COUNT(*) FROM `" + inbox.control() + "`.archive_file"));
      return state;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
