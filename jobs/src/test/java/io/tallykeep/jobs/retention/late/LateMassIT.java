package io.tallykeep.jobs.retention.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mass replay left late rows by the ten thousand; {@code -Psoak} makes it a million. */
class LateMassIT {
  private static final int DAYS = 6;
  private static final int ROWS = 10;
  private static final int LATE_ROWS = Boolean.getBoolean("tallykeep.soak") ? 1_000_000 : 60_000;

  @TempDir private Path folder;

  @Test
  void manyLateRowsOfOneDayLeaveInTransactionsOfBoundedSize() throws Exception {
    TestInbox inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    Files.writeString(
        inbox.configuration(),
        Files.readString(inbox.configuration())
            .replace("transaction-rows: 100", "transaction-rows: 500"));
    LocalDate day = inbox.day(DAYS);
    LocalDate other = inbox.day(5);
    LateRows late = new LateRows(inbox);
    late.fill(day, 101, 100 + LATE_ROWS);
    late.fill(other, 101, 200);
    long epoch = late.ledger(day, "epoch");
    long begun = System.nanoTime();

    Outcome run = inbox.run("jobs", "run", "late");

    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    System.out.printf(
        "%d late rows archived and deleted in %d ms, %d rows/s; steps: %s%n",
        LATE_ROWS,
        took.toMillis(),
        LATE_ROWS * 1000L / took.toMillis(),
        inbox.query(
            "SELECT CONCAT(STEP_NAME, ' ', TIMESTAMPDIFF(MICROSECOND, s.START_TIME, s.END_TIME) DIV 1000,"
                + " ' ms') FROM `"
                + inbox.control()
                + "`.BATCH_STEP_EXECUTION AS s JOIN `"
                + inbox.control()
                + "`.BATCH_JOB_EXECUTION AS e USING (JOB_EXECUTION_ID) JOIN `"
                + inbox.control()
                + "`.BATCH_JOB_INSTANCE AS i USING (JOB_INSTANCE_ID) WHERE i.JOB_NAME = 'late'"
                + " ORDER BY STEP_EXECUTION_ID"));
    assertThat(run.out()).contains((LATE_ROWS + 100) + " late rows deleted");
    assertThat(late.count()).isZero();
    assertThat(late.ledger(day, "epoch")).isGreaterThan(epoch);
    try (TestArchive archive = new TestArchive(inbox)) {
      assertThat(archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum())
          .isEqualTo(ROWS + LATE_ROWS);
      assertThat(archive.lookUp(day, 100 + LATE_ROWS).answer().kind())
          .isEqualTo(AnswerKind.DUPLICATE);
      assertThat(archive.lookUp(day, 101 + LATE_ROWS).answer().kind()).isEqualTo(AnswerKind.UNSEEN);
    }
  }
}
