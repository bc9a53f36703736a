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
import java.time.LocalDate;
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
        inbox.configuration(), text.replace("  drop: {", "  worker: {lease: 12s}\n  drop: {"));
  }

  @AfterEach
  void close() {
    runs.close();
  }

  @Test
  void aWorkerThatSleptThroughItsLeaseDoesNothingDestructive() throws Exception {
    String[] archive = {"jobs", "run", "archive", "--as-of", inbox.day(7).toString()};
    String[] archiveMore = {"jobs", "run", "archive", "--as-of", inbox.day(6).toString()};
    String[] drop = {"jobs", "run", "drop"};
    String[] expire = {"jobs", "run", "expire"};
    LocalDate oldest = inbox.day(DAYS);

    assertFenced(
        runs.atProgress("freeze", Killed.IN_FLIGHT, "FROZEN"), () -> again(archive), archive);
    assertFenced(
        runs.atProgress("publishing", Killed.IN_FLIGHT, "PUBLISHING"),
        () -> thawAndChange(inbox.day(11)),
        archiveMore);
    assertThat(inbox.progress(inbox.day(11))).isEqualTo("CLOSED");
    assertFenced(
        runs.atPointer("publish", Killed.IN_FLIGHT), () -> again(archiveMore), archiveMore);
    assertFenced(
        runs.atSql("drop", Killed.IN_FLIGHT, "DROP PARTITION"),
        () -> run("jobs", "pause", "on", "--reason", "a doubt"),
        drop);
    assertThat(inbox.progress(oldest)).isEqualTo("DROPPING");
    assertThat(rows(oldest)).isEqualTo(String.valueOf(ROWS));
    run("jobs", "pause", "off", "--reason", "cleared up");
    assertFenced(
        runs.atProgress("begin drop", Killed.IN_FLIGHT, "DROPPING"), () -> again(drop), drop);
    assertFenced(
        runs.atProgress("expire", Killed.IN_FLIGHT, "EXPIRED"), () -> again(expire), expire);

    try (TestArchive archived = new TestArchive(inbox)) {
      assertThat(archived.publications(oldest)).hasSize(1);
      assertThat(archived.publications(inbox.day(11))).hasSize(1);
    }
  }

  /** What was done while it slept stays as it was left. */
  private void assertFenced(Boundary boundary, Runnable meanwhile, String... command) {
    List<String> left = new ArrayList<>();
    ChildRun child =
        runs.suspend(
            () -> {
              meanwhile.run();
              left.addAll(state());
            },
            boundary,
            command);

    assertThat(child.waitForEnd()).as(boundary.name() + ": " + child.output()).isEqualTo(2);
    assertThat(child.output())
        .as(boundary.name())
        .containsAnyOf("LEASE_LOST", "PAUSED", "MySQL did not do what was asked")
        .doesNotContain("internal error");
    assertThat(state()).as(boundary.name()).isEqualTo(left);
  }

  /** Another worker does the job; its first try may still meet a row that is locked. */
  private void again(String... command) {
    await().atMost(Duration.ofSeconds(60)).until(() -> inbox.run(command).exitCode() == 0);
  }

  private void thawAndChange(LocalDate day) {
    run("jobs", "partition", "thaw", TestInbox.partition(day), "--reason", "a correction");
    try {
      inbox.sql(
          "UPDATE "
              + inbox.table()
              + " SET status = 'FAILED' WHERE event_id = '"
              + TestInbox.event(day, 1)
              + "'");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void run(String... command) {
    Outcome outcome = inbox.run(command);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
  }

  private String rows(LocalDate day) throws SQLException {
    return inbox
        .query(
            "SELECT COUNT(*) FROM "
                + inbox.table()
                + " PARTITION ("
                + TestInbox.partition(day)
                + ")")
        .get(0);
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
