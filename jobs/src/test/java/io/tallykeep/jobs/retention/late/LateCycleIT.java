package io.tallykeep.jobs.retention.late;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.Where;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Late rows on their way into the archive, night by night. */
class LateCycleIT {
  private static final int DAYS = 7;
  private static final int ROWS = 50;

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;
  private TestInbox inbox;
  private LateRows late;
  private TestArchive archive;

  /** Three days, 5 to 7 days ago, are old enough to be archived. */
  @BeforeEach
  void adoptAnInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    late = new LateRows(inbox);
    archive = new TestArchive(inbox);
  }

  @AfterEach
  void close() {
    archive.close();
  }

  private Outcome runs(String job) {
    Outcome outcome = inbox.run("jobs", "run", job);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return outcome;
  }

  private void assertFound(LocalDate day, int row, Where where) {
    Adjudication found = archive.lookUp(day, row);
    assertThat(found.answer().kind()).as(found.toString()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(found.where()).as(found.toString()).isEqualTo(where);
  }

  @Test
  void rowsOfHeldAndOfDroppedDaysLeaveMysqlAndStayAnswered() throws SQLException {
    runs("archive");
    LocalDate first = inbox.day(7);
    LocalDate second = inbox.day(5);
    late.fill(first, 101, 120);
    late.fill(second, 101, 103);
    assertFound(first, 101, Where.LATE);
    long epoch = late.ledger(first, "epoch");
    long sequence = late.ledger(first, "snapshot_sequence");
    long untouched = late.ledger(inbox.day(6), "epoch");

    Outcome run = runs("late");

    assertThat(run.out())
        .contains("late inbox (late): COMPLETED, delete: 23 late rows deleted")
        .doesNotContain("stay");
    assertThat(late.count()).isZero();
    assertThat(late.ledger(first, "epoch"))
        .as("verdicts from before are void")
        .isGreaterThan(epoch);
    assertThat(late.ledger(first, "snapshot_sequence")).isGreaterThan(sequence);
    assertThat(late.ledger(inbox.day(6), "epoch"))
        .as("a day without late rows")
        .isEqualTo(untouched);
    assertFound(first, 101, Where.ARCHIVE);
    assertFound(second, 103, Where.ARCHIVE);
    assertThat(archive.lookUp(first, 121).answer().kind()).isEqualTo(AnswerKind.UNSEEN);
    assertThat(archive.files(first))
        .extracting(ArchivedFile::rowCount)
        .containsExactlyInAnyOrder(50L, 20L);
    assertThat(inbox.run("jobs", "partition", "show", TestInbox.partition(first)).out())
        .contains(", before " + first.plusDays(1))
        .containsPattern(", 20 rows, late rows, run [0-9a-f-]{36}, DONE")
        .doesNotContain("of another attempt", "TablePartition[");

    runs("drop");
    assertFound(first, 1, Where.ARCHIVE);
    assertFound(first, 120, Where.ARCHIVE);
    late.fill(first, 121, 121);
    runs("late");
    assertFound(first, 120, Where.ARCHIVE);
    assertFound(first, 121, Where.ARCHIVE);
    assertThat(archive.files(first)).hasSize(3);
    assertThat(late.runs()).containsExactly("DONE", "DONE");
    assertThat(runs("late").out()).contains("late inbox: nothing to do");
  }

  @Test
  void rowsThatAreNotDoneStayAndTheReportSaysWhy() throws SQLException {
    runs("archive");
    LocalDate day = inbox.day(6);
    late.fill(day, 101, 108);
    late.change(day, 102, "status = 'PROCESSING'");
    late.change(day, 103, "status = 'DEFERRED'");
    String key = "tenant_id = 'tenant-1', operation_type = 'PAYMENT', operation_id = ";
    late.change(day, 104, key + "'op-nowhere'");
    late.change(day, 105, key + "'op-" + TestInbox.event(day, 10) + "'");
    late.change(day, 106, key + "'op-" + TestInbox.event(day, 20) + "'");
    inbox.sql(
        "UPDATE `"
            + inbox.schema()
            + "`.operation SET status = 'UNKNOWN' WHERE operation_id = 'op-"
            + TestInbox.event(day, 20)
            + "'");

    JsonNode line = CommandProbe.json(inbox.run("jobs", "plan", "late", "--json")).at("/plan/0");
    assertThat(line.get("action").asText()).isEqualTo("RUN");
    assertThat(line.get("code").asText()).isEqualTo("LATE_ROWS");
    assertThat(line.get("firstDay").asText()).isEqualTo(day.toString());
    assertThat(line.get("reason").asText())
        .contains("8 late rows, 4 of them done; the day is HELD");
    Outcome run = runs("late");

    assertThat(run.out())
        .contains("delete: 4 late rows deleted; kept back: 2 rows not done yet")
        .contains("event_id=" + TestInbox.event(day, 102))
        .contains("1 rows whose business key is not online, for example consumer_name=")
        .contains("event_id=" + TestInbox.event(day, 104))
        .contains("1 rows whose business key is not decided");
    assertThat(late.events())
        .containsExactly(
            TestInbox.event(day, 102),
            TestInbox.event(day, 103),
            TestInbox.event(day, 104),
            TestInbox.event(day, 106));
    assertThat(archive.lookUp(day, 102).answer().kind()).isEqualTo(AnswerKind.IN_PROGRESS);
    assertFound(day, 105, Where.ARCHIVE);

    late.change(day, 102, "status = 'SUCCEEDED'");
    assertThat(runs("late").out()).contains("delete: 1 late rows deleted; kept back: 1 rows");
    assertFound(day, 102, Where.ARCHIVE);
    inbox.sql("DELETE FROM " + late.table() + " WHERE event_id LIKE '%0106'");
    inbox.sql("DELETE FROM " + late.table() + " WHERE event_id LIKE '%0104'");
    assertThat(inbox.run("jobs", "plan", "late").out()).contains("WAIT").contains("ROWS_NOT_READY");
    assertThat(runs("late").out()).contains("nothing to do");
  }

  @Test
  void aRowTheArchiveCanNotHoldIsNamedAndTheOthersLeave() throws SQLException {
    runs("archive");
    LocalDate day = inbox.day(6);
    late.fill(day, 101, 103);
    inbox.sql("SET SESSION sql_mode = ''", zeroDate(late.table(), day, 102));

    Outcome run = inbox.run("jobs", "run", "late");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    assertThat(run.out())
        .contains(
            "DEFERRED, delete: ROW_NOT_ARCHIVABLE: 2 late rows deleted; kept back: 1 rows that")
        .contains("event_id=" + TestInbox.event(day, 102) + ", column received_at: ");
    assertThat(late.events()).containsExactly(TestInbox.event(day, 102));
    late.change(day, 102, "received_at = '2026-01-01'");
    runs("late");
    assertFound(day, 102, Where.ARCHIVE);
  }

  private static String zeroDate(String table, LocalDate day, int row) {
    return "UPDATE "
        + table
        + " SET received_at = '0000-00-00 00:00:00' WHERE event_id = '"
        + TestInbox.event(day, row)
        + "'";
  }

  @Test
  void rowsOfDaysThatTakeNoneNeedAPerson() throws SQLException {
    runs("archive");
    late.fill(inbox.day(5), 101, 101);
    late.fill(inbox.day(6), 101, 101);
    late.fill(inbox.day(7), 101, 101);
    late.fill(inbox.day(1), 101, 101);
    late.fill(inbox.day(400), 101, 101);
    String ledger = "UPDATE `" + inbox.control() + "`.day_ledger SET ";
    inbox.sql(
        ledger + "progress = 'EXPIRED' WHERE event_day = '" + inbox.day(5) + "'",
        ledger
            + "attention = 'QUARANTINED', attention_reason = 'X: y' WHERE event_day = '"
            + inbox.day(6)
            + "'");

    Outcome run = inbox.run("jobs", "run", "late");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(3);
    assertThat(run.out())
        .contains("COMPLETED, delete: 1 late rows deleted")
        .contains("ATTENTION, LATE_ROWS_OF_EXPIRED_DAY: 1 late rows, 1 of them done; the day is EX")
        .contains("ATTENTION, QUARANTINED: 1 late rows, 1 of them done; the day X: y")
        .contains("ATTENTION, LATE_ROWS_OF_OPEN_DAY: ")
        .contains("ATTENTION, NOT_COVERED: ");
    assertThat(late.events())
        .containsExactlyInAnyOrder(
            TestInbox.event(inbox.day(5), 101),
            TestInbox.event(inbox.day(6), 101),
            TestInbox.event(inbox.day(1), 101),
            TestInbox.event(inbox.day(400), 101));
  }

  @Test
  void aDayExpiresOnlyWhenItsLateRowsAreArchived() throws Exception {
    inbox = TestInbox.create(sandbox, folder.resolve("..").resolve(folder.getFileName()), 12);
    late = new LateRows(inbox);
    archive.close();
    inbox.fill(inbox.day(12), ROWS);
    assertThat(inbox.adopt(12).exitCode()).isZero();
    archive = new TestArchive(inbox);
    runs("archive");
    runs("drop");
    LocalDate day = inbox.day(12);
    late.fill(day, 101, 110);

    Outcome refused = inbox.run("jobs", "run", "expire");
    assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(3);
    assertThat(refused.out()).contains("ATTENTION, LATE_ROWS: 10 late row(s)");
    assertFound(day, 101, Where.LATE);

    runs("late");
    assertFound(day, 101, Where.ARCHIVE);
    runs("expire");
    assertThat(inbox.progress(day)).isEqualTo("EXPIRED");
    assertThat(archive.lookUp(day, 101).answer().kind()).isEqualTo(AnswerKind.BEYOND_WINDOW);
    assertThat(archive.files(day)).isEmpty();
  }

  @Test
  void aLateTableThatWasAlteredIsNotCopied() throws SQLException {
    runs("archive");
    late.fill(inbox.day(6), 101, 101);
    inbox.sql("ALTER TABLE " + late.table() + " MODIFY source_topic VARCHAR(500) NULL");

    Outcome run = inbox.run("jobs", "run", "late");

    assertThat(run.exitCode()).as(run.toString()).isNotZero();
    assertThat(run.toString()).contains("LATE_TABLE_DIFFERS").contains("its types are");
    assertThat(late.count()).isEqualTo(1);
  }

  @Test
  void lateFilesOfADayStayWhenItsTablePartitionIsArchivedAndDropped() throws SQLException {
    LocalDate day = inbox.day(7);
    setStatus(day, "PROCESSING");
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isEqualTo(2);
    assertThat(inbox.progress(day)).isEqualTo("CLOSED");
    late.fill(day, 101, 110);
    runs("late");
    assertFound(day, 101, Where.ARCHIVE);
    assertThat(archive.lookUp(day, 3).answer().kind()).isEqualTo(AnswerKind.IN_PROGRESS);
    String lateFile = archive.files(day).get(0).path();

    setStatus(day, "SUCCEEDED");
    runs("archive");
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    late.fill(day, 111, 112);
    runs("late");
    runs("drop");

    assertThat(inbox.progress(day)).isEqualTo("DROPPED");
    assertThat(archive.files(day)).extracting(ArchivedFile::path).contains(lateFile).hasSize(3);
    assertThat(archive.ledger(day).rowCount()).as("the partition's own").hasValue(ROWS);
    for (int row : List.of(1, 3, ROWS, 101, 110, 112)) {
      assertFound(day, row, Where.ARCHIVE);
    }
    assertThat(archive.lookUp(day, 113).answer().kind()).isEqualTo(AnswerKind.UNSEEN);
  }

  private void setStatus(LocalDate day, String status) throws SQLException {
    inbox.sql(
        "UPDATE "
            + inbox.table()
            + " SET status = '"
            + status
            + "' WHERE event_id = '"
            + TestInbox.event(day, 3)
            + "'");
  }

  @Test
  void aFrozenPartitionWithARowTheArchiveCanNotHoldIsThawedAndComesBackTheNextNight()
      throws SQLException {
    LocalDate day = inbox.day(6);
    inbox.sql("SET SESSION sql_mode = ''", zeroDate(inbox.table(), day, 7));

    Outcome night = inbox.run("jobs", "run", "archive");

    assertThat(night.exitCode()).as(night.toString()).isEqualTo(2);
    assertThat(night.out())
        .contains(TestInbox.partition(day) + ": DEFERRED, copy: ROW_NOT_ARCHIVABLE: table ")
        .contains("event_id=" + TestInbox.event(day, 7))
        .contains("The days are thawed.");
    assertThat(inbox.progress(day)).isEqualTo("CLOSED");
    assertThat(archive.ledger(day).attentionReason().orElse("")).startsWith("ROW_NOT_ARCHIVABLE: ");
    assertThat(inbox.progress(inbox.day(5))).as("the others go on").isEqualTo("HELD");

    inbox.sql(
        "UPDATE "
            + inbox.table()
            + " SET received_at = '2026-01-01' WHERE event_id = '"
            + TestInbox.event(day, 7)
            + "'");
    runs("archive");
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    assertThat(archive.files(day)).extracting(ArchivedFile::rowCount).containsExactly((long) ROWS);
  }

  @Test
  void aGapInTheGuardIsNotExplainedAwayWhereLateRowsAreArchived() throws SQLException {
    runs("archive");
    LocalDate day = inbox.day(7);
    LocalDate other = inbox.day(5);
    late.fill(day, 101, 101);
    runs("late");
    String trigger =
        "`"
            + inbox.schema()
            + "`.`"
            + inbox
                .query(
                    "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '"
                        + inbox.schema()
                        + "' AND EVENT_MANIPULATION = 'INSERT'")
                .get(0)
            + "`";
    String definition = definition(trigger);
    inbox.sql(
        "DROP TRIGGER " + trigger,
        "INSERT INTO "
            + inbox.table()
            + " SELECT consumer_name, 'evt-"
            + day
            + "-000101', event_day, status, payload_hash, result_code, NULL, NULL, NULL,"
            + " amount_minor, currency, source_topic, source_partition, source_offset, received_at"
            + " FROM "
            + inbox.table()
            + " WHERE event_day = '"
            + day
            + "' LIMIT 1",
        "USE `" + inbox.schema() + "`",
        definition);

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(archive.ledger(day).attention().name()).isEqualTo("QUARANTINED");
    assertThat(archive.ledger(other).attention().name()).as(drop.toString()).isEqualTo("NONE");
    assertThat(inbox.progress(day)).isNotEqualTo("DROPPED");
    assertThat(archive.ledger(day).attentionReason().orElse("")).startsWith("GUARD_GAP");
    assertThat(drop.out()).contains("late rows of these days are in the archive already");
  }

  private String definition(String trigger) throws SQLException {
    try (Connection connection = inbox.server().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW CREATE TRIGGER " + trigger)) {
      row.next();
      return row.getString("SQL Original Statement");
    }
  }
}
