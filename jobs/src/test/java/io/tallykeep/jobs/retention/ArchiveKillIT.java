package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Boundary;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at the boundaries of every step, then the same command again: the same end, nothing
 * twice, and the right answers all the while.
 *
 * <p>A proxy in front of MySQL and one in front of the object store stop the job at a statement or
 * request; the process is killed there, and the next one goes on from what it left.
 */
class ArchiveKillIT {
  private static final int ROWS = 200;

  @TempDir private Path folder;

  @Test
  void archiveKilledInEveryStepEndsAsIfNothingHadHappened() throws Exception {
    try (Subject subject = new Subject(folder, 7)) {
      String created = "INSERT INTO `" + subject.inbox.control() + "`.iceberg_tables";
      for (Boundary boundary :
          List.of(
              subject.runs.atSql("admit: archive table created", Killed.AFTER, created, "COMMIT"),
              subject.runs.atProgress("close: not committed", Killed.BEFORE, "CLOSED"),
              subject.runs.atProgress("close: committed", Killed.AFTER, "CLOSED"),
              subject.runs.atProgress("freeze: no second look yet", Killed.AFTER, "FROZEN"),
              subject.runs.atDataFile("copy: file not there", Killed.BEFORE, "PUT"),
              subject.runs.atDataFile("copy: file there", Killed.AFTER, "PUT"),
              subject.runs.atProgress("copy: not recorded", Killed.BEFORE, "COPIED"),
              subject.runs.atPointer("publish: pointer not moved", Killed.BEFORE),
              subject.runs.atPointer("publish: pointer moves late", Killed.IN_FLIGHT),
              subject.runs.atDataFile("prove: reading back", Killed.BEFORE, "GET"),
              subject.runs.atProgress("prove: not recorded", Killed.BEFORE, "PROVEN"),
              subject.runs.atProgress("hold: not recorded", Killed.BEFORE, "HELD"),
              subject.runs.atProgress("hold: recorded", Killed.AFTER, "HELD"),
              subject.runs.atPointer("next partition: pointer moved", Killed.AFTER))) {
        subject.runs.kill("archive", boundary);
        subject.assertAnswers();
      }

      Outcome last = subject.inbox.run("jobs", "run", "archive");

      assertThat(last.exitCode()).as(last.toString()).isZero();
      for (int daysAgo = 5; daysAgo <= 7; daysAgo++) {
        assertThat(subject.inbox.progress(subject.inbox.day(daysAgo))).isEqualTo("HELD");
        subject.assertArchivedOnce(subject.inbox.day(daysAgo));
      }
      assertThat(subject.inbox.query("SELECT COUNT(*) FROM " + subject.inbox.table()))
          .as("no row has left MySQL")
          .containsExactly(String.valueOf(7 * ROWS));
      subject.assertAnswers();
      subject.assertNothingLeftRunning();
    }
  }

  @Test
  void dropKilledAnywhereEndsAsIfNothingHadHappened() throws Exception {
    try (Subject subject = new Subject(folder, 7)) {
      assertThat(subject.inbox.run("jobs", "run", "archive").exitCode()).isZero();
      for (Boundary boundary :
          List.of(
              subject.runs.atSql("partition still there", Killed.BEFORE, "DROP PARTITION"),
              subject.runs.atSql("partition gone", Killed.AFTER, "DROP PARTITION"),
              subject.runs.atProgress("not recorded", Killed.BEFORE, "DROPPED"),
              subject.runs.atSql(
                  "next partition: goes late", Killed.IN_FLIGHT, "DROP PARTITION"))) {
        subject.runs.kill("drop", boundary);
        subject.assertAnswers();
      }

      Outcome last = subject.inbox.run("jobs", "run", "drop");

      assertThat(last.exitCode()).as(last.toString()).isZero();
      for (int daysAgo = 5; daysAgo <= 7; daysAgo++) {
        assertThat(subject.inbox.progress(subject.inbox.day(daysAgo))).isEqualTo("DROPPED");
        subject.assertArchivedOnce(subject.inbox.day(daysAgo));
      }
      assertThat(subject.inbox.query("SELECT COUNT(*) FROM " + subject.inbox.table()))
          .as("only the dropped days' rows have left MySQL")
          .containsExactly(String.valueOf(4 * ROWS));
      subject.assertAnswers();
      subject.assertNothingLeftRunning();
    }
  }

  @Test
  void expireKilledAnywhereEndsAsIfNothingHadHappened() throws Exception {
    try (Subject subject = new Subject(folder, 12)) {
      assertThat(subject.inbox.run("jobs", "run", "archive").exitCode()).isZero();
      assertThat(subject.inbox.run("jobs", "run", "drop").exitCode()).isZero();
      for (Boundary boundary :
          List.of(
              subject.runs.atProgress("not recorded", Killed.BEFORE, "EXPIRED"),
              subject.runs.atPointer("files still there", Killed.BEFORE),
              subject.runs.atPointer("files gone", Killed.AFTER))) {
        subject.runs.kill("expire", boundary);
        AnswerKind oldest = subject.answer(subject.inbox.day(12), 10);
        assertThat(oldest).as(boundary.name()).isIn(AnswerKind.DUPLICATE, AnswerKind.BEYOND_WINDOW);
        assertThat(subject.answer(subject.inbox.day(12), ROWS + 1))
            .as(boundary.name())
            .isEqualTo(
                oldest == AnswerKind.DUPLICATE ? AnswerKind.UNSEEN : AnswerKind.BEYOND_WINDOW);
        subject.assertAnswers();
      }

      Outcome last = subject.inbox.run("jobs", "run", "expire");

      assertThat(last.exitCode()).as(last.toString()).isZero();
      for (int daysAgo = 11; daysAgo <= 12; daysAgo++) {
        LocalDate day = subject.inbox.day(daysAgo);
        assertThat(subject.inbox.progress(day)).isEqualTo("EXPIRED");
        assertThat(subject.archive.expiries(day)).hasSize(1);
        assertThat(subject.archive.files(day)).isEmpty();
        assertThat(subject.answer(day, 10)).isEqualTo(AnswerKind.BEYOND_WINDOW);
      }
      for (int daysAgo = 5; daysAgo <= 10; daysAgo++) {
        subject.assertArchivedOnce(subject.inbox.day(daysAgo));
      }
      subject.assertAnswers();
      subject.assertNothingLeftRunning();
    }
  }

  /** An inbox whose jobs are killed, and what has to be true of it. */
  private static final class Subject implements AutoCloseable {
    private final KillableInbox runs;
    private final TestInbox inbox;
    private final TestArchive archive;
    private final Map<LocalDate, TableDigest> before = new HashMap<>();

    Subject(Path folder, int days) throws SQLException, IOException {
      runs = KillableInbox.create(Sandbox.shared(), folder, days, ROWS);
      inbox = runs.inbox();
      archive = new TestArchive(inbox);
      for (int daysAgo = 1; daysAgo <= days; daysAgo++) {
        before.put(inbox.day(daysAgo), archive.online(inbox.day(daysAgo)));
      }
    }

    AnswerKind answer(LocalDate day, int row) {
      return archive.lookUp(day, row).answer().kind();
    }

    /** What look-ups say at any time, in this test's days that stay within the window. */
    void assertAnswers() {
      for (int daysAgo : List.of(2, 5, 6, 7)) {
        LocalDate day = inbox.day(daysAgo);
        assertThat(archive.lookUp(day, 10).answer())
            .as("a row of %s", day)
            .extracting(found -> found.kind())
            .isEqualTo(AnswerKind.DUPLICATE);
        assertThat(archive.lookUp(day, ROWS + 1).answer())
            .as("an event of %s that was never there", day)
            .extracting(found -> found.kind())
            .isEqualTo(AnswerKind.UNSEEN);
      }
    }

    void assertArchivedOnce(LocalDate day) throws SQLException {
      LedgerDay ledger = archive.ledger(day);
      TableDigest expected = Objects.requireNonNull(before.get(day));
      List<PublishedRun> publications = archive.publications(day);
      assertThat(publications).as("publications of %s", day).hasSize(1);
      assertThat(publications.get(0).runId()).isEqualTo(ledger.runId().orElseThrow());
      assertThat(publications.get(0).digest()).contains(expected);
      assertThat(ledger.digest()).contains(expected.hex());
      assertThat(ledger.rowCount()).hasValue(ROWS);
      assertThat(archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum())
          .as("rows in the live files of %s", day)
          .isEqualTo(ROWS);
    }

    void assertNothingLeftRunning() throws SQLException {
      for (String table : List.of("BATCH_JOB_EXECUTION", "BATCH_STEP_EXECUTION")) {
        assertThat(
                inbox.query(
                    "SELECT STATUS FROM `"
                        + inbox.control()
                        + "`."
                        + table
                        + " WHERE STATUS NOT IN ('COMPLETED', 'FAILED')"))
            .as(table)
            .isEmpty();
      }
    }

    @Override
    public void close() {
      archive.close();
      runs.close();
    }
  }
}
