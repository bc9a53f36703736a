package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.retention.guard.IdentityKey;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pages over a table partition in the order of its key over identity and event day. The condition
 * that a page begins after a key is an expanded OR: for a row constructor MySQL 8.0 reads the whole
 * index up to it.
 *
 * @param table the table, ready to stand in a statement
 * @param partition the partition, likewise
 * @param index the key, likewise
 * @param keyColumns the key's columns
 * @param pageRows rows per page
 */
record KeysetPages(
    String table, String partition, String index, List<Identifier> keyColumns, int pageRows) {

  static KeysetPages of(Session session, Dataset dataset, Identifier partition, int pageRows)
      throws SQLException {
    SourceKey key =
        SourceTable.read(session.connection(), dataset.table())
            .flatMap(table -> IdentityKey.find(table, dataset))
            .orElseThrow(
                () ->
                    new SQLException(
                        "table "
                            + dataset.table()
                            + " has no unique key that is exactly "
                            + IdentityKey.columns(dataset)
                            + ": run 'guard status'."));
    return new KeysetPages(
        dataset.table().quoted(),
        partition.quoted(),
        Identifier.of(key.name()).quoted(),
        IdentityKey.columns(dataset),
        pageRows);
  }

  /** The SELECT of one page: the key and some more columns. */
  String select(List<Identifier> more, Optional<List<Object>> after) {
    String columns =
        Stream.concat(keyColumns.stream(), more.stream())
            .distinct()
            .map(Identifier::quoted)
            .collect(Collectors.joining(", "));
    return from(columns, after) + " LIMIT " + pageRows;
  }

  private String from(String columns, Optional<List<Object>> after) {
    return "SELECT "
        + columns
        + " FROM "
        + table
        + " PARTITION ("
        + partition
        + ") FORCE INDEX ("
        + index
        + ")"
        + after.map(key -> " WHERE " + isAfter()).orElse("")
        + " ORDER BY "
        + keyColumns.stream().map(Identifier::quoted).collect(Collectors.joining(", "));
  }

  private String isAfter() {
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < keyColumns.size(); i++) {
      String equalBefore =
          keyColumns.subList(0, i).stream()
              .map(column -> column.quoted() + " = ? AND ")
              .collect(Collectors.joining());
      cases.add("(" + equalBefore + keyColumns.get(i).quoted() + " > ?)");
    }
    return String.join(" OR ", cases);
  }

  /** The values {@link #select} takes. */
  List<Object> values(Optional<List<Object>> after) {
    List<Object> values = new ArrayList<>();
    after.ifPresent(
        key -> {
          for (int i = 1; i <= key.size(); i++) {
            values.addAll(key.subList(0, i));
          }
        });
    return values;
  }

  /** The last key of the page; empty if it is the last page. */
  Optional<List<Object>> lastKey(Session session, Optional<List<Object>> after)
      throws SQLException {
    String columns = keyColumns.stream().map(Identifier::quoted).collect(Collectors.joining(", "));
    return session.first(
        from(columns, after) + " LIMIT 1 OFFSET " + (pageRows - 1),
        this::key,
        values(after).toArray());
  }

  private List<Object> key(ResultSet row) throws SQLException {
    List<Object> key = new ArrayList<>();
    for (int i = 1; i <= keyColumns.size(); i++) {
      key.add(
          switch (row.getMetaData().getColumnType(i)) {
            case Types.BINARY, Types.VARBINARY -> row.getBytes(i);
            case Types.DATE, Types.TIMESTAMP, Types.CHAR, Types.VARCHAR -> row.getString(i);
            default -> row.getObject(i);
          });
    }
    return key;
  }
}
