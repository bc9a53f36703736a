package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * One table's row in {@code iceberg_tables}, in the layout of Iceberg's JDBC catalog (schema
 * version V1), and its row in {@code archive_head}.
 */
final class PointerRow {
  static final String CATALOG = "tallykeep";
  static final String NAMESPACE = "archive";

  private static final String KEY =
      " WHERE catalog_name = '"
          + CATALOG
          + "' AND table_namespace = '"
          + NAMESPACE
          + "' AND table_name = ?";

  /** What the two rows hold; each may be missing. */
  record Heads(Optional<String> catalog, Optional<String> own) {}

  private final Identifier schema;
  private final String table;

  PointerRow(Identifier schema, String table) {
    this.schema = schema;
    this.table = table;
  }

  /** Reads both rows in one statement; empty if the catalog has no such table. */
  Optional<Pointer> read(Connection connection) throws SQLException {
    String sql =
        "SELECT t.metadata_location, h.metadata_location, COALESCE(h.snapshot_sequence, 0),"
            + " @@server_uuid FROM "
            + name("iceberg_tables")
            + " t LEFT JOIN "
            + name("archive_head")
            + " h USING (catalog_name, table_namespace, table_name)"
            + KEY
            + " AND (t.iceberg_type = 'TABLE' OR t.iceberg_type IS NULL)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        String location = row.getString(1);
        if (location == null) {
          throw new SQLException(this + " has no metadata location: the catalog row is damaged.");
        }
        return Optional.of(
            new Pointer(
                location, Optional.ofNullable(row.getString(2)), row.getLong(3), row.getString(4)));
      }
    }
  }

  /** Time since our own last commit, by the server's clock; empty if there was none. */
  Optional<Duration> age(Connection connection) throws SQLException {
    String sql =
        "SELECT TIMESTAMPDIFF(MICROSECOND, changed_at, NOW(6)) FROM " + name("archive_head") + KEY;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(Duration.of(row.getLong(1), ChronoUnit.MICROS))
            : Optional.empty();
      }
    }
  }

  /** Reads both rows, each whether or not the other is there. */
  Heads heads(Connection connection) throws SQLException {
    return new Heads(
        location(connection, "iceberg_tables", ""), location(connection, "archive_head", ""));
  }

  /** Locks and reads both rows until the transaction ends. */
  Heads lock(Connection connection) throws SQLException {
    return new Heads(
        location(connection, "iceberg_tables", " FOR UPDATE"),
        location(connection, "archive_head", " FOR UPDATE"));
  }

  private Optional<String> location(Connection connection, String from, String lock)
      throws SQLException {
    String sql = "SELECT metadata_location FROM " + name(from) + KEY + lock;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
      }
    }
  }

  /** The compare-and-set. Returns how many rows it hit: 1, or the head was not {@code from}. */
  int swap(Connection connection, String from, String to) throws SQLException {
    String sql =
        "UPDATE "
            + name("iceberg_tables")
            + " SET metadata_location = ?, previous_metadata_location = ?"
            + KEY
            + " AND metadata_location = ? AND (iceberg_type = 'TABLE' OR iceberg_type IS NULL)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, to);
      statement.setString(2, from);
      statement.setString(3, table);
      statement.setString(4, from);
      return statement.executeUpdate();
    }
  }

  /**
   * Adds the table and, if it is the first, its namespace, as Iceberg's own catalog writes them.
   */
  int insert(Connection connection, String location) throws SQLException {
    try (PreparedStatement namespace =
        connection.prepareStatement(
            "INSERT INTO "
                + name("iceberg_namespace_properties")
                + " (catalog_name, namespace, property_key, property_value) VALUES (?, ?, 'exists',"
                + " 'true') ON DUPLICATE KEY UPDATE property_value = property_value")) {
      namespace.setString(1, CATALOG);
      namespace.setString(2, NAMESPACE);
      namespace.executeUpdate();
    }
    try (PreparedStatement row =
        connection.prepareStatement(
            "INSERT INTO "
                + name("iceberg_tables")
                + " (catalog_name, table_namespace, table_name, metadata_location, iceberg_type)"
                + " VALUES (?, ?, ?, ?, 'TABLE')")) {
      row.setString(1, CATALOG);
      row.setString(2, NAMESPACE);
      row.setString(3, table);
      row.setString(4, location);
      return row.executeUpdate();
    }
  }

  /** Records what Tallykeep itself commits, in the same transaction. */
  void recordOwnHead(Connection connection, String location, long sequence) throws SQLException {
    String sql =
        "INSERT INTO "
            + name("archive_head")
            + " (catalog_name, table_namespace, table_name, metadata_location, snapshot_sequence)"
            + " VALUES (?, ?, ?, ?, ?) AS new ON DUPLICATE KEY UPDATE"
            + " metadata_location = new.metadata_location,"
            + " snapshot_sequence = new.snapshot_sequence";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, CATALOG);
      statement.setString(2, NAMESPACE);
      statement.setString(3, table);
      statement.setString(4, location);
      statement.setLong(5, sequence);
      statement.executeUpdate();
    }
  }

  private String name(String of) {
    return schema.quoted() + "." + of;
  }

  /** The table as messages name it. */
  @Override
  public String toString() {
    return "archive table " + CATALOG + "." + NAMESPACE + "." + table + " in schema " + schema;
  }
}
