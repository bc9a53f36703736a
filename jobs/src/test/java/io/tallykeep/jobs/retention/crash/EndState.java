package io.tallykeep.jobs.retention.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What a command leaves behind, in words that don't depend on when, or how often, it ran. */
final class EndState {
  private final TestInbox inbox;

  EndState(TestInbox inbox) {
    this.inbox = inbox;
  }

  /** One day, whatever its date: ledger, table partition, archive, and whether they agree. */
  String of(LocalDate day) throws SQLException, IOException {
    try (TestArchive archive = new TestArchive(inbox)) {
      String ledger =
          inbox
              .query(
                  "SELECT CONCAT_WS(' ', progress, attention, attention_nights, row_count,"
                      + " IF(freeze_number IS NULL, 'no freeze', 'freeze'), IF(run_id IS NULL, 'no"
                      + " run', 'run'), IF(snapshot_sequence > 0, 'published', 'not published'),"
                      + " IF(hold_until IS NULL, 'no hold', 'hold'), attention_reason) FROM `"
                      + inbox.control()
                      + "`.day_ledger WHERE event_day = '"
                      + day
                      + "'")
              .get(0);
      List<PublishedRun> publications = archive.publications(day);
      assertThat(publications).as("publications of %s", day).hasSize(1);
      TableDigest published = publications.get(0).digest().orElseThrow();
      List<String> partition = partitions("PARTITION_NAME = '" + TestInbox.partition(day) + "'");
      if (!partition.isEmpty()) {
        assertThat(archive.online(day)).as("what was published of %s", day).isEqualTo(published);
      }
      assertThat(archive.ledger(day).digest()).contains(published.hex());
      assertThat(archive.ledger(day).runId()).contains(publications.get(0).runId());
      return ledger
          + ", "
          + partition.size()
          + " table partition, rows in live files "
          + archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum()
          + ", files "
          + archive.files(day).size()
          + ", expiries "
          + archive.expiries(day).size();
    }
  }

  /** Days, table partitions, triggers and archive of the whole inbox. */
  List<String> ofEverything() throws SQLException {
    List<String> state = new ArrayList<>();
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', event_day, progress, attention, table_partition, row_count,"
                + " HEX(digest)) FROM `"
                + inbox.control()
                + "`.day_ledger ORDER BY event_day"));
    state.addAll(partitions("TRUE"));
    state.addAll(
        inbox.query(
            "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = '"
                + inbox.schema()
                + "' ORDER BY TRIGGER_NAME"));
    state.addAll(
        inbox.query(
            "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
                + inbox.control()
                + "' ORDER BY TABLE_NAME"));
    if (!inbox.query("SELECT 1 FROM `" + inbox.control() + "`.iceberg_tables").isEmpty()) {
      try (TestArchive archive = new TestArchive(inbox)) {
        archive.table().runs().forEach(run -> state.add("published " + run.digest()));
      }
    }
    return state;
  }

  void assertNothingLeftRunning() throws SQLException {
    for (String table : List.of("BATCH_JOB_EXECUTION", "BATCH_STEP_EXECUTION")) {
      assertThat(
              inbox.query(
                  "SELECT STATUS FROM `"
                      + inbox.control()
                      + "`."
                      + table
                      + " WHERE STATUS IN ('STARTING', 'STARTED', 'STOPPING', 'UNKNOWN')"))
          .as("executions of %s left running", table)
          .isEmpty();
    }
  }

  private List<String> partitions(String condition) throws SQLException {
    return inbox.query(
        "SELECT CONCAT_WS(' ', PARTITION_NAME, PARTITION_DESCRIPTION) FROM"
            + " information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
            + inbox.schema()
            + "' AND TABLE_NAME = 'inbox' AND "
            + condition
            + " ORDER BY PARTITION_ORDINAL_POSITION");
  }
}
