package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A MySQL table as information_schema shows it at one moment.
 *
 * @param name the table
 * @param engine its storage engine: {@code InnoDB}
 * @param columns in column order
 * @param keys by name, the primary key first
 */
public record SourceTable(
    TableName name, String engine, List<SourceColumn> columns, List<SourceKey> keys) {
  public SourceTable {
    columns = List.copyOf(columns);
    keys = List.copyOf(keys);
  }

  /**
   * Reads the table's columns and keys.
   *
   * @return empty if there is no such base table, or this account may not see it
   */
  public static Optional<SourceTable> read(Connection connection, TableName table)
      throws SQLException {
    return SourceTableQuery.read(connection, table);
  }

  public Optional<SourceColumn> column(Identifier name) {
    return columns.stream().filter(c -> name.sameColumn(c.name())).findFirst();
  }

  public Optional<SourceKey> primaryKey() {
    return keys.stream().filter(SourceKey::primary).findFirst();
  }
}
