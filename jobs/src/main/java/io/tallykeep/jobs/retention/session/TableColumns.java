package io.tallykeep.jobs.retention.session;

import io.tallykeep.archive.dataset.TableName;
import java.sql.SQLException;
import java.util.List;

/** A table's column definitions as the server prints them, for a table of our own beside it. */
public final class TableColumns {
  private TableColumns() {}

  /** One definition per column, in column order, without a comma at its end. */
  public static List<String> definitions(Session session, TableName table) throws SQLException {
    String source =
        session.first("SHOW CREATE TABLE " + table.quoted(), row -> row.getString(2)).orElseThrow();
    return source
        .lines()
        .filter(line -> line.startsWith("  `"))
        .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
        .toList();
  }

  /** The table's default character set and collation, as CREATE TABLE takes them. */
  public static String charset(Session session, TableName table) throws SQLException {
    return session
        .first(
            "SELECT c.CHARACTER_SET_NAME, c.COLLATION_NAME FROM information_schema.TABLES t"
                + " JOIN information_schema.COLLATIONS c ON c.COLLATION_NAME = t.TABLE_COLLATION"
                + " WHERE t.TABLE_SCHEMA = ? AND t.TABLE_NAME = ?",
            row -> "DEFAULT CHARACTER SET = " + row.getString(1) + " COLLATE = " + row.getString(2),
            table.schema().value(),
            table.table().value())
        .orElseThrow();
  }
}
