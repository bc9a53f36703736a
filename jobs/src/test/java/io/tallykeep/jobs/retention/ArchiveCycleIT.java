package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One whole cycle through the command line: adopt, provision, archive, drop, expire, look up. */
class ArchiveCycleIT {
  private static final int DAYS = 12;
  private static final int ROWS = 250;

  @TempDir private Path folder;
  private TestInbox inbox;

  @BeforeEach
  void adoptAnInbox() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
  }

  @Test
  void oldDaysLeaveMysqlAndStayAnswered() throws SQLException {
    LocalDate oldest = inbox.day(DAYS);
    LocalDate archived = inbox.day(7);
    LocalDate young = inbox.day(2);

    Outcome archive = inbox.run("jobs", "run", "archive");
    assertThat(archive.exitCode()).as(archive.toString()).isZero();
    assertThat(inbox.progress(archived)).isEqualTo("HELD");
    assertThat(inbox.progress(inbox.day(4))).isEqualTo("ONLINE");

    Outcome drop = inbox.run("jobs", "run", "drop");
    assertThat(drop.exitCode()).as(drop.toString()).isZero();
    assertThat(inbox.progress(archived)).isEqualTo("DROPPED");
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .containsExactly(String.valueOf(4 * ROWS));

    Outcome expire = inbox.run("jobs", "run", "expire");
    assertThat(expire.exitCode()).as(expire.toString()).isZero();
    assertThat(inbox.progress(oldest)).isEqualTo("EXPIRED");

    assertAnswer(lookup(archived, 10), 0, "\"answer\" : \"DUPLICATE\"", "\"where\" : \"ARCHIVE\"");
    assertAnswer(lookup(young, 10), 0, "\"answer\" : \"DUPLICATE\"", "\"where\" : \"ONLINE\"");
    assertAnswer(lookup(archived, ROWS + 1), 0, "\"answer\" : \"UNSEEN\"", "\"where\" : \"NONE\"");
    assertAnswer(lookup(oldest, 10), 2, "\"answer\" : \"BEYOND_WINDOW\"");
    assertAnswer(
        inbox.run(
            "verifier",
            "lookup",
            "--json",
            "--consumer",
            TestInbox.CONSUMER,
            "--event",
            TestInbox.event(archived, 10),
            "--day",
            archived.toString(),
            "--payload-hash",
            "00ff".repeat(16)),
        3,
        "\"answer\" : \"CONFLICT\"");
  }

  @Test
  void aSecondRunOfEveryJobFindsNothingToDo() throws SQLException {
    for (String job : List.of("provision", "archive", "drop", "expire")) {
      Outcome first = inbox.run("jobs", "run", job);
      assertThat(first.exitCode()).as(job + first).isZero();
      Outcome second = inbox.run("jobs", "run", job);
      assertThat(second.exitCode()).as(job + second).isZero();
      assertThat(second.out()).contains(job + " inbox: nothing to do");
    }
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM `"
                    + inbox.control()
                    + "`.BATCH_JOB_EXECUTION WHERE STATUS <> 'COMPLETED'"))
        .containsExactly("0");
  }

  @Test
  void anUnfinishedRowDefersItsPartitionAndNoOther() throws SQLException {
    LocalDate stuck = inbox.day(8);
    inbox.sql(
        "UPDATE "
            + inbox.table()
            + " SET status = 'DEFERRED' WHERE event_id = '"
            + TestInbox.event(stuck, 3)
            + "'");

    Outcome archive = inbox.run("jobs", "run", "archive");

    assertThat(archive.exitCode()).as(archive.toString()).isEqualTo(2);
    assertThat(archive.out())
        .contains(TestInbox.partition(stuck) + ": DEFERRED")
        .contains("ROWS_NOT_READY")
        .contains(TestInbox.event(stuck, 3));
    assertThat(inbox.progress(stuck)).isEqualTo("CLOSED");
    assertThat(inbox.progress(inbox.day(7))).isEqualTo("HELD");
    assertThat(inbox.run("jobs", "status").out()).contains("DEFERRED 1 night(s): ROWS_NOT_READY");

    inbox.sql(
        "UPDATE "
            + inbox.table()
            + " SET status = 'SUCCEEDED' WHERE event_id = '"
            + TestInbox.event(stuck, 3)
            + "'");
    Outcome again = inbox.run("jobs", "run", "archive");
    assertThat(again.exitCode()).as(again.toString()).isZero();
    assertThat(inbox.progress(stuck)).isEqualTo("HELD");
  }

  @Test
  void aRowChangedBehindTheGuardStopsTheDropAndIsNamed() throws SQLException {
    LocalDate day = inbox.day(9);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    String trigger =
        inbox
            .query(
                "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = '"
                    + inbox.schema()
                    + "' AND EVENT_MANIPULATION = 'UPDATE'")
            .get(0);
    inbox.sql(
        "DROP TRIGGER `" + inbox.schema() + "`.`" + trigger + "`",
        "UPDATE "
            + inbox.table()
            + " SET amount_minor = amount_minor + 1 WHERE event_id = '"
            + TestInbox.event(day, 5)
            + "'");

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).isNotZero();
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .containsExactly(String.valueOf(DAYS * ROWS));
    assertThat(drop.out() + drop.err()).contains("guard");
  }

  private Outcome lookup(LocalDate day, int row) {
    return inbox.run(
        "verifier",
        "lookup",
        "--json",
        "--consumer",
        TestInbox.CONSUMER,
        "--event",
        TestInbox.event(day, row),
        "--day",
        day.toString());
  }

  private static void assertAnswer(Outcome outcome, int exitCode, String... parts) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    assertThat(outcome.out()).contains(parts);
  }
}
