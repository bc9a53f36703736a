package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.BusinessKeyTable;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The columns of the dataset's tables, as far as the gate writes them.
 *
 * @param schema the inbox's columns, as far as they are archived
 * @param inbox the inbox
 * @param operations the table of business keys, if the dataset has one
 * @param sharedResult result columns that the table of business keys has too: an operation's result
 *     is kept there for the events that come with the same operation
 */
record GateTables(
    ArchiveSchema schema,
    SourceTable inbox,
    Optional<SourceTable> operations,
    List<ArchiveColumn> sharedResult) {

  /**
   * Reads the tables' columns.
   *
   * @throws UnsuitableSessionException if a table can't be seen, has columns that can't be used, or
   *     could hold an operation twice
   */
  static GateTables read(Connection connection, Dataset dataset)
      throws SQLException, UnsuitableSessionException {
    SourceTable inbox =
        SourceTable.read(connection, dataset.table())
            .orElseThrow(() -> invisible(dataset.table().toString()));
    try {
      ArchiveSchema schema = ArchiveSchema.of(dataset, inbox);
      Optional<BusinessKey> key = dataset.businessKey();
      if (key.isEmpty()) {
        return new GateTables(schema, inbox, Optional.empty(), List.of());
      }
      SourceTable operations =
          SourceTable.read(connection, key.get().table())
              .orElseThrow(() -> invisible(key.get().table().toString()));
      requireServes(operations, key.get());
      return new GateTables(
          schema, inbox, Optional.of(operations), sharedResult(operations, schema, key.get()));
    } catch (UnsupportedColumnsException e) {
      throw new UnsuitableSessionException(String.valueOf(e.getMessage()));
    }
  }

  private static List<ArchiveColumn> sharedResult(
      SourceTable operations, ArchiveSchema schema, BusinessKey key) {
    return schema.dataset().result().stream()
        .filter(column -> operations.column(column).isPresent())
        .filter(
            column -> key.keyColumns().stream().noneMatch(name -> name.sameColumn(column.value())))
        .map(column -> schema.column(schema.indexOf(column)))
        .toList();
  }

  /** Without an intent no event can have an operation. */
  private static void requireServes(SourceTable operations, BusinessKey key)
      throws UnsuitableSessionException {
    List<String> objections = BusinessKeyTable.objections(operations, key.keyColumns());
    if (!key.intent().isEmpty() && !objections.isEmpty()) {
      throw new UnsuitableSessionException(
          "table "
              + operations.name()
              + " can't keep one operation from having two effects: "
              + String.join("; ", objections)
              + ". Alter it as docs/gate.md says.");
    }
  }

  private static UnsuitableSessionException invisible(String table) {
    return new UnsuitableSessionException(
        "table "
            + table
            + " does not exist, or the connection's account may not see it. Grant what docs/gate.md"
            + " lists.");
  }
}
