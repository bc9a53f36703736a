package io.tallykeep.jobs.retention.expire;

import io.tallykeep.archive.dataset.Dataset;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;

/** How many late rows each event day has. */
final class LateRowCounts {
  private final Dataset dataset;

  LateRowCounts(Dataset dataset) {
    this.dataset = dataset;
  }

  Map<LocalDate, Long> byDay(Connection connection) throws SQLException {
    String day = dataset.eventDay().quoted();
    String count =
        "SELECT " + day + ", COUNT(*) FROM " + dataset.lateTable().quoted() + " GROUP BY " + day;
    Map<LocalDate, Long> counts = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(count)) {
      while (row.next()) {
        counts.put(row.getObject(1, LocalDate.class), row.getLong(2));
      }
    }
    return counts;
  }
}
