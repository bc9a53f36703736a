package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others do to the table, the ledger's neighbours and the configuration between two runs. */
class OperatorChangesIT {
  private static final int DAYS = 7;
  private static final int ROWS = 20;

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;
  private TestInbox inbox;

  /** Three days are old enough to be archived. */
  @BeforeEach
  void adoptAnInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
  }

  @Test
  void thePartitionAPurgeJobDroppedIsNotTakenForEmptyWithTheNextOne() throws SQLException {
    LocalDate purged = inbox.day(DAYS);
    inbox.sql("ALTER TABLE " + inbox.table() + " DROP PARTITION " + TestInbox.partition(purged));

    Outcome archiving = inbox.run("jobs", "run", "archive");
    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(archiving.exitCode()).as(archiving.toString()).isEqualTo(3);
    assertThat(archiving.out())
        .contains(
            TestInbox.partition(purged) + ": ATTENTION, PARTITION_LOST: the ledger says ONLINE");
    assertThat(drop.exitCode()).as("drop names it too: " + drop).isEqualTo(3);
    assertThat(drop.out()).contains(TestInbox.partition(purged) + ": ATTENTION, PARTITION_LOST");
    assertThat(inbox.progress(purged)).as("nobody vouches for its rows").isEqualTo("ONLINE");
    assertThat(inbox.progress(inbox.day(6))).as("the others go on").isEqualTo("DROPPED");
    assertUndecidable(purged, 1, UndecidableReason.PARTITION_GONE);
  }

  @Test
  void aDropLooksForFilesThatNobodyRecords() throws SQLException {
    LocalDate day = inbox.day(6);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    inbox.sql("DELETE FROM `" + inbox.control() + "`.archive_file WHERE event_day = '" + day + "'");

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.out())
        .contains(TestInbox.partition(day) + ": QUARANTINED, drop: NOT_AS_PROVEN: event day " + day)
        .contains("recorded in archive_file");
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM " + inbox.table() + " WHERE event_day = '" + day + "'"))
        .containsExactly(String.valueOf(ROWS));
  }

  /** Its quarantine was lifted, and so nothing but its progress tells that nobody dropped it. */
  @Test
  void aPartitionThatDifferedAndWasThenPurgedIsLost() throws SQLException {
    LocalDate day = inbox.day(6);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    inbox.withoutTrigger(
        "UPDATE",
        "UPDATE "
            + inbox.table()
            + " SET event_id = '"
            + TestInbox.event(day, ROWS + 1)
            + "' WHERE event_id = '"
            + TestInbox.event(day, 3)
            + "'");
    Outcome stopped = inbox.run("jobs", "run", "drop");
    assertThat(stopped.out())
        .contains(TestInbox.partition(day) + ": QUARANTINED, drop: NOT_AS_PROVEN");
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    Outcome retry =
        inbox.run("jobs", "partition", "retry", TestInbox.partition(day), "--reason", "looked");
    assertThat(retry.exitCode()).as(retry.toString()).isZero();
    inbox.sql("ALTER TABLE " + inbox.table() + " DROP PARTITION " + TestInbox.partition(day));

    assertUndecidable(day, ROWS + 1, UndecidableReason.PARTITION_GONE);
    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.out()).contains(TestInbox.partition(day) + ": ATTENTION, PARTITION_LOST");
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    assertUndecidable(day, ROWS + 1, UndecidableReason.PARTITION_GONE);
  }

  @Test
  void aPartitionThatWentThoughItsDropWasStoppedIsNotRecordedAsDropped() throws SQLException {
    LocalDate day = inbox.day(6);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.day_ledger SET progress = 'DROPPING', attention = 'QUARANTINED',"
            + " attention_reason = 'NOT_AS_PROVEN: MySQL has a row more' WHERE event_day = '"
            + day
            + "'",
        "ALTER TABLE " + inbox.table() + " DROP PARTITION " + TestInbox.partition(day));

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.out())
        .contains(TestInbox.partition(day) + ": ATTENTION, PARTITION_LOST: its drop was stopped");
    assertThat(inbox.progress(day)).isEqualTo("DROPPING");
    assertUndecidable(day, ROWS + 1, UndecidableReason.NOT_PROVEN);
  }

  @Test
  void aLongerOnlineWindowDoesNotOpenADayThatIsGone() throws Exception {
    LocalDate gone = inbox.day(5);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
    assertThat(inbox.progress(gone)).isEqualTo("DROPPED");
    setWindows("online-days: 10, slack-days: 3, hold-days: 0, identity-days: 30");

    Outcome install = inbox.run("jobs", "guard", "install");

    assertThat(install.exitCode()).as(install.toString()).isEqualTo(64);
    assertThat(install.toString())
        .contains("CLOSED_DAY_WOULD_BE_YOUNG")
        .contains("on " + gone + " and other days")
        .contains("Run it again on " + inbox.day(5).plusDays(9));
    assertThatThrownBy(() -> inbox.fill(gone, 1))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("is DROPPED: takes no new rows");
  }

  private void setWindows(String windows) throws IOException {
    Path file = inbox.configuration();
    Files.writeString(
        file,
        Files.readString(file)
            .replace("online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10", windows));
  }

  private void assertUndecidable(LocalDate day, int row, UndecidableReason reason) {
    try (TestArchive archive = new TestArchive(inbox)) {
      assertThat(archive.lookUp(day, row).answer())
          .isInstanceOfSatisfying(
              Answer.Undecidable.class,
              undecidable -> assertThat(undecidable.reason()).isEqualTo(reason));
    }
  }
}
