package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.retention.guard.IdentityKey;
import io.tallykeep.jobs.retention.session.Keyset;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pages over a table partition in the order of its key over identity and event day.
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
        + after.map(key -> " WHERE " + keyset().isAfter()).orElse("")
        + " ORDER BY "
        + keyset().list();
  }

  /** The values {@link #select} takes. */
  List<Object> values(Optional<List<Object>> after) {
    return after.map(keyset()::valuesAfter).orElse(List.of());
  }

  /** The last key of the page; empty if it is the last page. */
  Optional<List<Object>> lastKey(Session session, Optional<List<Object>> after)
      throws SQLException {
    return session.first(
        from(keyset().list(), after) + " LIMIT 1 OFFSET " + (pageRows - 1),
        row -> keyset().key(row, IntStream.rangeClosed(1, keyColumns.size()).boxed().toList()),
        values(after).toArray());
  }

  private Keyset keyset() {
    return new Keyset(keyColumns);
  }
}
