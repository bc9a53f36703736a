package io.tallykeep.jobs.oracle;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Rows as MySQL and as DuckDB themselves put them into text, in the form of {@link ColumnHashes}.
 */
final class SqlRows {
  private SqlRows() {}

  /** One row per column of the table: its name and its type. */
  private record Column(String name, String type) {}

  /** Reads a table partition with MySQL's own functions. */
  static ColumnHashes mysql(
      Connection connection, List<String> identity, String schema, String table, String partition)
      throws SQLException {
    List<Column> columns =
        columns(
            connection,
            "SELECT COLUMN_NAME, DATA_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '"
                + schema
                + "' AND TABLE_NAME = '"
                + table
                + "'");
    String from = "`" + schema + "`.`" + table + "` PARTITION (`" + partition + "`)";
    return read(connection, identity, columns.stream().map(SqlRows::inMysql).toList(), from);
  }

  /** Reads Parquet files with DuckDB's own functions. */
  static ColumnHashes duckDb(Connection connection, List<String> identity, String files)
      throws SQLException {
    String from = "read_parquet('" + files + "', hive_partitioning = false)";
    List<Column> columns = columns(connection, "DESCRIBE SELECT * FROM " + from);
    return read(connection, identity, columns.stream().map(SqlRows::inDuckDb).toList(), from);
  }

  private static List<Column> columns(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      List<Column> columns = new ArrayList<>();
      while (row.next()) {
        columns.add(new Column(row.getString(1), row.getString(2).toLowerCase(Locale.ROOT)));
      }
      return columns;
    }
  }

  private static String inMysql(Column column) {
    String name = "`" + column.name() + "`";
    String text =
        switch (column.type()) {
          case "char", "varchar", "text" -> "LOWER(HEX(CONVERT(" + name + " USING utf8mb4)))";
          case "binary", "varbinary", "blob" -> "LOWER(HEX(" + name + "))";
          case "datetime", "timestamp" ->
              "CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + name + ") AS CHAR)";
          default -> "CAST(" + name + " AS CHAR)";
        };
    return "COALESCE(" + text + ", '" + ColumnHashes.NULL + "') AS " + name;
  }

  private static String inDuckDb(Column column) {
    String name = "\"" + column.name() + "\"";
    String text =
        switch (column.type()) {
          case "varchar", "blob" -> "lower(hex(" + name + "))";
          case "timestamp", "timestamp with time zone" -> "CAST(epoch_us(" + name + ") AS VARCHAR)";
          default -> "CAST(CAST(" + name + " AS " + widened(column.type()) + ") AS VARCHAR)";
        };
    return "COALESCE(" + text + ", '" + ColumnHashes.NULL + "') AS " + name;
  }

  /** DuckDB prints a decimal that is all fraction without the 0 before the point. */
  private static String widened(String type) {
    return type.replaceFirst("^decimal\\(\\d+,", "decimal(38,");
  }

  private static ColumnHashes read(
      Connection connection, List<String> identity, List<String> select, String from)
      throws SQLException {
    ColumnHashes hashes = new ColumnHashes(identity);
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT " + String.join(", ", select) + " FROM " + from)) {
      while (row.next()) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 1; i <= select.size(); i++) {
          values.put(row.getMetaData().getColumnLabel(i), row.getString(i));
        }
        hashes.add(values);
      }
    }
    return hashes;
  }
}
