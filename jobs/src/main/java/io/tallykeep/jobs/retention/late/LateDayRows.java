package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.retention.freeze.RowFlags;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/**
 * How many late rows an event day has.
 *
 * @param day the event day
 * @param rowCount all of them
 * @param doneRows those that are done, with a business key that is decided
 */
record LateDayRows(LocalDate day, long rowCount, long doneRows) {
  /** All days that have late rows, oldest first, in one read. */
  static List<LateDayRows> all(Session session, Dataset dataset) throws SQLException {
    RowFlags flags = new RowFlags(dataset);
    return session.query(
        "SELECT event_day, COUNT(*), SUM(NOT ("
            + RowFlags.NOT_DONE
            + ")) FROM (SELECT late."
            + dataset.eventDay().quoted()
            + " AS event_day, "
            + flags.select("late")
            + " FROM "
            + dataset.lateTable().quoted()
            + " AS late) AS flagged GROUP BY event_day ORDER BY event_day",
        row -> new LateDayRows(row.getObject(1, LocalDate.class), row.getLong(2), row.getLong(3)),
        flags.values().toArray());
  }

  @Override
  public String toString() {
    return rowCount + " late rows, " + doneRows + " of them done";
  }
}
