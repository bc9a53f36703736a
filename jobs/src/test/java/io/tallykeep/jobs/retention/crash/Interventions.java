package io.tallykeep.jobs.retention.crash;

import io.tallykeep.jobs.TestInbox;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/** What people do to days of an inbox, and what it leaves behind. */
public final class Interventions {
  private final TestInbox inbox;

  public Interventions(TestInbox inbox) {
    this.inbox = inbox;
  }

  public List<String> holdAdd(LocalDate day) {
    return List.of(
        "jobs", "hold", "add", "--from", day.toString(), "--to", day.toString(), "--reason", "why");
  }

  public List<String> holdRelease(LocalDate day) throws SQLException {
    String id = inbox.query("SELECT id FROM " + holds(day) + " LIMIT 1").get(0);
    return List.of("jobs", "hold", "release", id, "--reason", "why");
  }

  /** One line if a hold keeps the day. */
  List<String> isHeld(LocalDate day) throws SQLException {
    return inbox.query("SELECT DISTINCT 'held' FROM " + holds(day));
  }

  private String holds(LocalDate day) {
    return "`"
        + inbox.control()
        + "`.legal_hold WHERE first_day = '"
        + day
        + "' AND released_at IS NULL";
  }

  public List<String> retry(LocalDate day) {
    return List.of("jobs", "partition", "retry", TestInbox.partition(day), "--reason", "why");
  }

  /** What the ledger says, and whether an intervention is on record. */
  List<String> attention(LocalDate day) throws SQLException {
    return inbox.query(
        "SELECT CONCAT_WS(' ', progress, attention, attention_nights, (SELECT COUNT(*) > 0 FROM `"
            + inbox.control()
            + "`.operator_action WHERE table_partition = '"
            + TestInbox.partition(day)
            + "' AND action = 'RETRY')) FROM `"
            + inbox.control()
            + "`.day_ledger WHERE event_day = '"
            + day
            + "'");
  }
}
