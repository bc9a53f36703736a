package io.tallykeep.jobs.retention.replay;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.TestArchive;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * The effects of events: a table without any unique key over events, so that a second one shows.
 */
final class EffectTable {
  private final DataSource source;
  private final Dataset dataset;

  private EffectTable(TestArchive archive) {
    this.source = archive.servers().source();
    this.dataset = archive.retained().dataset();
  }

  static EffectTable create(TestArchive archive) throws SQLException {
    EffectTable table = new EffectTable(archive);
    try (Connection connection = table.source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS "
              + table.name()
              + " (effect_id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, event_id VARCHAR(64)"
              + " COLLATE utf8mb4_0900_bin NOT NULL, account INT NOT NULL, amount_minor BIGINT NOT"
              + " NULL)");
    }
    return table;
  }

  /** The table's name, ready to stand in a statement. */
  String name() {
    return dataset.table().schema().quoted() + ".`effect`";
  }

  /** The effect of an event, in the transaction of the connection. */
  void add(Connection connection, String event, int account, long amountMinor) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + name() + " (event_id, account, amount_minor) VALUES (?, ?, ?)")) {
      insert.setString(1, event);
      insert.setInt(2, account);
      insert.setLong(3, amountMinor);
      insert.executeUpdate();
    }
  }

  /** How many effects each event has; those without any are missing. */
  Map<String, Integer> perEvent() throws SQLException {
    Map<String, Integer> counts = new HashMap<>();
    try (Connection connection = source.getConnection();
        Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("SELECT event_id FROM " + name())) {
      while (row.next()) {
        counts.merge(row.getString(1), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** How often each event is in inbox and late table together; those that are not are missing. */
  Map<String, Integer> rowsOnServer() throws SQLException {
    Map<String, Integer> counts = new HashMap<>();
    forEachRowOnServer(event -> counts.merge(event, 1, Integer::sum));
    return counts;
  }

  /** Tells of the event of each row in inbox and late table. */
  void forEachRowOnServer(Consumer<String> row) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement select = connection.createStatement()) {
      try (ResultSet rows =
          select.executeQuery(
              "SELECT event_id FROM "
                  + dataset.table().quoted()
                  + " UNION ALL SELECT event_id FROM "
                  + dataset.lateTable().quoted())) {
        while (rows.next()) {
          row.accept(rows.getString(1));
        }
      }
    }
  }
}
