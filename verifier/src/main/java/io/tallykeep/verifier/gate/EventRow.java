package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.NotStorableException;
import io.tallykeep.archive.schema.TextType;
import io.tallykeep.verifier.lookup.Where;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One event's row in the online or the late table. */
final class EventRow {
  private final EventKey key;
  private final Where where;

  EventRow(EventKey key, Where where) {
    this.key = key;
    this.where = where;
  }

  Where where() {
    return where;
  }

  private Dataset dataset() {
    return key.schema().dataset();
  }

  private TableName table() {
    return where == Where.LATE ? dataset().lateTable() : dataset().table();
  }

  /** Identity and event day. */
  private RowWriter keyColumns() {
    ArchiveSchema schema = key.schema();
    RowWriter columns = new RowWriter();
    for (int i = 0; i < key.identity().length; i++) {
      ArchiveColumn column = schema.column(schema.identityIndexes().get(i));
      Object value = key.identity()[i];
      columns.with(
          column.name(), (statement, parameter) -> column.type().bind(statement, parameter, value));
    }
    return columns.with(
        dataset().eventDay(), (statement, parameter) -> statement.setObject(parameter, key.day()));
  }

  /**
   * Inserts the row.
   *
   * @param payloadHash bound where the dataset keeps one
   * @param columns all further columns
   * @throws SQLException 1062 if the identity is there
   */
  void insert(Connection connection, byte[] payloadHash, Map<String, Object> columns)
      throws SQLException {
    RowWriter row = keyColumns();
    dataset()
        .payloadHash()
        .ifPresent(
            column ->
                row.with(
                    column,
                    (statement, parameter) -> {
                      if (isText(column)) {
                        statement.setString(parameter, HexFormat.of().formatHex(payloadHash));
                      } else {
                        statement.setBytes(parameter, payloadHash);
                      }
                    }));
    row.with(columns).insert(connection, table());
  }

  private boolean isText(Identifier column) {
    ArchiveSchema schema = key.schema();
    return schema.column(schema.indexOf(column)).type() instanceof TextType;
  }

  /** Sets columns of the row, if there are any to set. */
  void update(Connection connection, Map<String, Object> columns) throws SQLException {
    RowWriter values = new RowWriter().with(columns);
    if (values.isEmpty()) {
      return;
    }
    RowWriter where = keyColumns();
    String sql =
        "UPDATE "
            + table().quoted()
            + " SET "
            + values.equations(", ")
            + " WHERE "
            + where.equations(" AND ");
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      where.bind(statement, values.bind(statement, 1));
      statement.executeUpdate();
    }
  }

  /**
   * What the row holds, compared in bytes and not by any collation.
   *
   * @param lock whether to lock it
   * @return empty if there is no row with exactly this identity and day
   */
  Optional<Found> read(Connection connection, RowLock lock) throws SQLException {
    ArchiveSchema schema = key.schema();
    RowWriter where = keyColumns();
    String sql =
        "SELECT "
            + schema.identityIndexes().stream()
                .map(schema::column)
                .map(EventRow::bytes)
                .collect(Collectors.joining(", "))
            + ", "
            + dataset().payloadHash().map(Identifier::quoted).orElse("NULL")
            + ", "
            + dataset().liveRows().map(LiveRows::column).map(Identifier::quoted).orElse("NULL")
            + " FROM "
            + table().quoted()
            + " WHERE "
            + where.equations(" AND ")
            + lock.sql();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      where.bind(statement, 1);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && hasIdentity(row) ? Optional.of(found(row)) : Optional.empty();
      }
    }
  }

  /** Text as UTF-8 bytes whatever the session's character set is; all else as it is. */
  private static String bytes(ArchiveColumn column) {
    String name = column.name().quoted();
    return column.type() instanceof TextType
        ? "CAST(CONVERT(" + name + " USING utf8mb4) AS BINARY)"
        : name;
  }

  private boolean hasIdentity(ResultSet row) throws SQLException {
    Object[] stored = new Object[key.identity().length];
    for (int i = 0; i < stored.length; i++) {
      try {
        Object value =
            key.schema().column(key.schema().identityIndexes().get(i)).type().read(row, i + 1);
        if (value == null) {
          return false;
        }
        stored[i] = value;
      } catch (NotStorableException e) {
        return false;
      }
    }
    return key.schema().compareIdentities(stored, key.identity()) == 0;
  }

  private Found found(ResultSet row) throws SQLException {
    int hashColumn = key.identity().length + 1;
    Optional<byte[]> hash = Optional.empty();
    Optional<Identifier> column = dataset().payloadHash();
    if (column.isPresent()) {
      hash =
          isText(column.get())
              ? Optional.ofNullable(row.getString(hashColumn)).flatMap(EventRow::hex)
              : Optional.ofNullable(row.getBytes(hashColumn));
    }
    return new Found(hash, Optional.ofNullable(row.getString(hashColumn + 1)));
  }

  private static Optional<byte[]> hex(String text) {
    try {
      return Optional.of(HexFormat.of().parseHex(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * A row that is there.
   *
   * @param payloadHash its payload hash; empty where it has none
   * @param state its state; empty where it is NULL or the dataset has no live rows
   */
  record Found(Optional<byte[]> payloadHash, Optional<String> state) {
    boolean hasHash(byte[] wanted) {
      return payloadHash.filter(hash -> Arrays.equals(hash, wanted)).isPresent();
    }
  }
}
