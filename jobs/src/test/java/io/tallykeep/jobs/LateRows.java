package io.tallykeep.jobs;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/** The late table of an inbox, written to as the gate would. */
public final class LateRows {
  private final TestInbox inbox;

  public LateRows(TestInbox inbox) {
    this.inbox = inbox;
  }

  /** The late table's name, ready to stand in a statement. */
  public String table() {
    return "`" + inbox.control() + "`.late_inbox";
  }

  /** Adds the rows of these numbers to a day; none has a business key. */
  public void fill(LocalDate day, int first, int last) throws SQLException {
    inbox.sql(
        "SET SESSION cte_max_recursion_depth = 10000000",
        "INSERT INTO "
            + table()
            + " (consumer_name, event_id, event_day, status, payload_hash, result_code, tenant_id,"
            + " operation_type, operation_id, amount_minor, currency, source_topic,"
            + " source_partition, source_offset, received_at) WITH RECURSIVE numbers (n) AS (SELECT "
            + first
            + " UNION ALL SELECT n + 1 FROM numbers WHERE n < "
            + last
            + "), made AS (SELECT n, CONCAT('evt-"
            + day
            + "-', LPAD(n, GREATEST(6, CHAR_LENGTH(n)), '0')) AS event FROM numbers) SELECT '"
            + TestInbox.CONSUMER
            + "', event, '"
            + day
            + "', 'SUCCEEDED', UNHEX(SHA2(event, 256)), 'OK', NULL, NULL, NULL, 100 + n, 'EUR',"
            + " 'payments', n % 12, n, TIMESTAMP('"
            + day
            + "') + INTERVAL n MICROSECOND FROM made");
  }

  /** Changes columns of one row: {@code status = 'PROCESSING'}. */
  public void change(LocalDate day, int row, String assignments) throws SQLException {
    inbox.sql(
        "UPDATE "
            + table()
            + " SET "
            + assignments
            + " WHERE event_id = '"
            + TestInbox.event(day, row)
            + "'");
  }

  /** The events that are in the late table, in order. */
  public List<String> events() throws SQLException {
    return inbox.query("SELECT event_id FROM " + table() + " ORDER BY event_id");
  }

  public long count() throws SQLException {
    return Long.parseLong(inbox.query("SELECT COUNT(*) FROM " + table()).get(0));
  }

  /** A column of the day's ledger row. */
  public long ledger(LocalDate day, String column) throws SQLException {
    return Long.parseLong(
        inbox
            .query(
                "SELECT "
                    + column
                    + " FROM `"
                    + inbox.control()
                    + "`.day_ledger WHERE event_day = '"
                    + day
                    + "'")
            .get(0));
  }

  /** How far each attempt is, the oldest first. */
  public List<String> runs() throws SQLException {
    return inbox.query(
        "SELECT progress FROM `" + inbox.control() + "`.late_run ORDER BY copied_at, run_id");
  }
}
