package io.tallykeep.jobs.retention.crash;

import io.tallykeep.jobs.TestInbox;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What restore, drill and rebuild-catalog leave in the control schema. */
public final class SideTables {
  private final TestInbox inbox;

  public SideTables(TestInbox inbox) {
    this.inbox = inbox;
  }

  /** Of a restored day: as many rows as it had, each once. */
  List<String> restored(LocalDate day) throws SQLException {
    String table =
        "`" + inbox.control() + "`.`inbox_restored_" + (day + "_" + day).replace("-", "") + "`";
    return inbox.query(
        "SELECT CONCAT_WS(' ', COUNT(*), COUNT(DISTINCT event_id), (SELECT COUNT(*) FROM `"
            + inbox.control()
            + "`.restore WHERE first_day = '"
            + day
            + "' AND verified_at IS NOT NULL)) FROM "
            + table);
  }

  /** No side table is left, and the last drill ended well. */
  List<String> drills() throws SQLException {
    List<String> state = new ArrayList<>();
    state.addAll(
        inbox.query(
            "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
                + inbox.control()
                + "' AND TABLE_NAME LIKE 'inbox\\\\_drill%'"));
    state.addAll(
        inbox.query(
            "SELECT target_table FROM `"
                + inbox.control()
                + "`.restore WHERE target_table LIKE 'inbox\\\\_drill%'"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', outcome, row_count) FROM `"
                + inbox.control()
                + "`.drill ORDER BY started_at DESC LIMIT 1"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT('STARTED: ', COUNT(*)) FROM `"
                + inbox.control()
                + "`.drill WHERE outcome = 'STARTED'"));
    return state;
  }

  /** As if the archive's part of the control schema had been lost. */
  public void loseCatalog() throws SQLException {
    for (String table : List.of("iceberg_tables", "archive_head", "archive_file")) {
      inbox.sql("DELETE FROM `" + inbox.control() + "`." + table);
    }
  }

  List<String> catalog() throws SQLException {
    List<String> state = new ArrayList<>();
    state.addAll(
        inbox.query("SELECT metadata_location FROM `" + inbox.control() + "`.iceberg_tables"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', metadata_location, snapshot_sequence) FROM `"
                + inbox.control()
                + "`.archive_head"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', run_id, event_day, row_count, HEX(digest)) FROM `"
                + inbox.control()
                + "`.archive_file ORDER BY run_id, ordinal"));
    return state;
  }
}
