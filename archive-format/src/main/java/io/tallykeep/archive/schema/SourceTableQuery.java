package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The information_schema queries behind {@link SourceTable}. */
final class SourceTableQuery {
  private static final String TABLE =
      "SELECT ENGINE FROM information_schema.TABLES"
          + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND TABLE_TYPE = 'BASE TABLE'";
  private static final String COLUMNS =
      "SELECT c.COLUMN_NAME, c.ORDINAL_POSITION, c.DATA_TYPE, c.COLUMN_TYPE, c.IS_NULLABLE,"
          + " c.CHARACTER_MAXIMUM_LENGTH, c.NUMERIC_PRECISION, c.NUMERIC_SCALE,"
          + " c.CHARACTER_SET_NAME, c.COLLATION_NAME, o.PAD_ATTRIBUTE, c.EXTRA,"
          + " c.COLUMN_DEFAULT"
          + " FROM information_schema.COLUMNS c"
          + " LEFT JOIN information_schema.COLLATIONS o ON o.COLLATION_NAME = c.COLLATION_NAME"
          + " WHERE c.TABLE_SCHEMA = ? AND c.TABLE_NAME = ? ORDER BY c.ORDINAL_POSITION";
  private static final String KEYS =
      "SELECT INDEX_NAME, NON_UNIQUE, IS_VISIBLE, COLUMN_NAME, SUB_PART, COLLATION"
          + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?"
          + " ORDER BY INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX";

  private SourceTableQuery() {}

  static Optional<SourceTable> read(Connection connection, TableName table) throws SQLException {
    String engine;
    try (PreparedStatement select = prepare(connection, TABLE, table);
        ResultSet row = select.executeQuery()) {
      if (!row.next()) {
        return Optional.empty();
      }
      engine = String.valueOf(row.getString("ENGINE"));
    }
    List<SourceColumn> columns = columns(connection, table);
    return Optional.of(new SourceTable(table, engine, columns, keys(connection, table)));
  }

  private static List<SourceColumn> columns(Connection connection, TableName table)
      throws SQLException {
    List<SourceColumn> columns = new ArrayList<>();
    try (PreparedStatement select = prepare(connection, COLUMNS, table);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        columns.add(column(row));
      }
    }
    return columns;
  }

  private static SourceColumn column(ResultSet row) throws SQLException {
    String extra = row.getString("EXTRA").toUpperCase(Locale.ROOT);
    boolean generated = extra.contains("VIRTUAL GENERATED") || extra.contains("STORED GENERATED");
    boolean nullable = row.getString("IS_NULLABLE").equals("YES");
    boolean filled = generated || nullable || extra.contains("AUTO_INCREMENT");
    return new SourceColumn(
        row.getString("COLUMN_NAME"),
        row.getInt("ORDINAL_POSITION"),
        row.getString("DATA_TYPE").toLowerCase(Locale.ROOT),
        row.getString("COLUMN_TYPE"),
        nullable,
        number(row, "CHARACTER_MAXIMUM_LENGTH"),
        number(row, "NUMERIC_PRECISION"),
        number(row, "NUMERIC_SCALE"),
        collation(row),
        generated,
        !filled && row.getString("COLUMN_DEFAULT") == null);
  }

  private static Optional<SourceCollation> collation(ResultSet row) throws SQLException {
    String name = row.getString("COLLATION_NAME");
    if (name == null) {
      return Optional.empty();
    }
    boolean noPad = "NO PAD".equals(row.getString("PAD_ATTRIBUTE"));
    return Optional.of(new SourceCollation(row.getString("CHARACTER_SET_NAME"), name, !noPad));
  }

  private static OptionalInt number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull()
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.min(value, Integer.MAX_VALUE));
  }

  private static List<SourceKey> keys(Connection connection, TableName table) throws SQLException {
    Map<String, SourceKey> keys = new LinkedHashMap<>();
    try (PreparedStatement select = prepare(connection, KEYS, table);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        SourceKey key =
            new SourceKey(
                row.getString("INDEX_NAME"),
                row.getInt("NON_UNIQUE") == 0,
                row.getString("IS_VISIBLE").equals("YES"),
                List.of(part(row)));
        keys.merge(key.name(), key, SourceTableQuery::joined);
      }
    }
    return List.copyOf(keys.values());
  }

  private static SourceKey.Part part(ResultSet row) throws SQLException {
    return new SourceKey.Part(
        Optional.ofNullable(row.getString("COLUMN_NAME")),
        row.getString("SUB_PART") == null,
        "D".equals(row.getString("COLLATION")));
  }

  private static SourceKey joined(SourceKey before, SourceKey next) {
    List<SourceKey.Part> parts = new ArrayList<>(before.parts());
    parts.addAll(next.parts());
    return new SourceKey(before.name(), before.unique(), before.visible(), parts);
  }

  private static PreparedStatement prepare(Connection connection, String sql, TableName table)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setString(1, table.schema().value());
    statement.setString(2, table.table().value());
    return statement;
  }
}
