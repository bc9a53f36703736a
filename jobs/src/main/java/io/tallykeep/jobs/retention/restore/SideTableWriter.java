package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.RowReader;
import io.tallykeep.archive.schema.ValueBinder;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Inserts archived rows into a side table, many per statement, and says which are there already.
 * Values are bound as the archive holds them; the session is in UTC, utf8mb4 and strict mode, so
 * that none is converted, cut or made up.
 */
final class SideTableWriter {
  private static final int ROWS_PER_STATEMENT = 200;

  private final Session session;
  private final ArchiveSchema schema;
  private final RowReader reader;
  private final String insert;
  private final String values;
  private final String identityEquals;

  /**
   * @param schema mapped from the side table
   */
  SideTableWriter(Session session, ArchiveSchema schema) {
    this.session = session;
    this.schema = schema;
    this.reader = new RowReader(schema);
    this.insert =
        "INSERT INTO "
            + schema.table().quoted()
            + " ("
            + schema.columns().stream()
                .map(column -> column.name().quoted())
                .collect(Collectors.joining(", "))
            + ") VALUES ";
    this.values = "(" + String.join(", ", Collections.nCopies(schema.columns().size(), "?")) + ")";
    this.identityEquals =
        "("
            + schema.identityIndexes().stream()
                .map(index -> schema.column(index).name().quoted() + " = ?")
                .collect(Collectors.joining(" AND "))
            + ")";
  }

  /** Inserts the rows, in the caller's transaction; returns their digest. */
  RowDigester insert(List<@Nullable Object[]> rows) throws SQLException {
    RowDigester digester = new RowDigester(schema);
    for (List<@Nullable Object[]> some : parts(rows)) {
      String sql = insert + String.join(", ", Collections.nCopies(some.size(), values));
      try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
        int parameter = 1;
        for (@Nullable Object[] row : some) {
          for (int i = 0; i < row.length; i++) {
            ValueBinder.bind(statement, parameter++, schema.column(i).type(), row[i]);
          }
          digester.add(row);
        }
        int inserted = statement.executeUpdate();
        if (inserted != some.size()) {
          throw new SQLException(
              "an INSERT of " + some.size() + " rows into " + schema.table() + " did " + inserted);
        }
      }
    }
    return digester;
  }

  /** The rows whose identity the side table doesn't have yet, in their order. */
  List<@Nullable Object[]> missing(List<@Nullable Object[]> rows) throws SQLException {
    List<@Nullable Object[]> missing = new ArrayList<>();
    for (List<@Nullable Object[]> some : parts(rows)) {
      Set<Object[]> there = identitiesThere(some);
      some.stream().filter(row -> !there.contains(schema.identityOf(row))).forEach(missing::add);
    }
    return missing;
  }

  private Set<Object[]> identitiesThere(List<@Nullable Object[]> rows) throws SQLException {
    String sql =
        "SELECT "
            + reader.selectList()
            + " FROM "
            + schema.table().quoted()
            + " WHERE "
            + String.join(" OR ", Collections.nCopies(rows.size(), identityEquals));
    Set<Object[]> there = new TreeSet<>(schema::compareIdentities);
    try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
      int parameter = 1;
      for (@Nullable Object[] row : rows) {
        for (int index : schema.identityIndexes()) {
          ValueBinder.bind(statement, parameter++, schema.column(index).type(), row[index]);
        }
      }
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          there.add(schema.identityOf(reader.read(found)));
        }
      }
    }
    return there;
  }

  private static List<List<@Nullable Object[]>> parts(List<@Nullable Object[]> rows) {
    List<List<@Nullable Object[]>> parts = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += ROWS_PER_STATEMENT) {
      parts.add(rows.subList(from, Math.min(rows.size(), from + ROWS_PER_STATEMENT)));
    }
    return parts;
  }
}
