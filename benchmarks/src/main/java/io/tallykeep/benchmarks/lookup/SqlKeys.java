package io.tallykeep.benchmarks.lookup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared SELECT of one event: MySQL by primary key, or DuckDB in a local file. */
final class SqlKeys implements KeyReader {
  private final Connection connection;
  private final String before;
  private final String after;

  private SqlKeys(Connection connection, String before, String after) {
    this.connection = connection;
    this.before = before;
    this.after = after;
  }

  static SqlKeys mysql(Connection connection) {
    return new SqlKeys(
        connection,
        "SELECT * FROM reference WHERE event_day = '",
        "' AND consumer_name = ? AND event_id = ?");
  }

  /**
   * @param folder holds {@code DAY/*.parquet}
   */
  static SqlKeys duckdb(Connection connection, String folder) {
    return new SqlKeys(
        connection,
        "SELECT * FROM '" + folder + "/",
        "/*.parquet' WHERE consumer_name = ? AND event_id = ?");
  }

  @Override
  public boolean find(Key key) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(before + key.day() + after)) {
      statement.setString(1, key.consumer());
      statement.setString(2, key.event());
      try (ResultSet row = statement.executeQuery()) {
        return row.next();
      }
    }
  }
}
