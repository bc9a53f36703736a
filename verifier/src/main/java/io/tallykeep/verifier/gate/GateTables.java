package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.schema.UnsupportedColumnsException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The columns of the dataset's tables, as far as the gate writes them.
 *
 * @param schema the inbox's columns
 * @param sharedResult result columns that the table of business keys has too: an operation's result
 *     is kept there for the events that come with the same operation
 */
record GateTables(ArchiveSchema schema, List<Identifier> sharedResult) {

  /**
   * Reads the tables' columns.
   *
   * @throws UnsuitableSessionException if a table can't be seen or has columns that can't be used
   */
  static GateTables read(Connection connection, Dataset dataset)
      throws SQLException, UnsuitableSessionException {
    SourceTable inbox =
        SourceTable.read(connection, dataset.table())
            .orElseThrow(() -> invisible(dataset.table().toString()));
    try {
      return new GateTables(ArchiveSchema.of(dataset, inbox), sharedResult(connection, dataset));
    } catch (UnsupportedColumnsException e) {
      throw new UnsuitableSessionException(String.valueOf(e.getMessage()));
    }
  }

  private static List<Identifier> sharedResult(Connection connection, Dataset dataset)
      throws SQLException, UnsuitableSessionException {
    Optional<BusinessKey> key = dataset.businessKey();
    if (key.isEmpty()) {
      return List.of();
    }
    SourceTable operations =
        SourceTable.read(connection, key.get().table())
            .orElseThrow(() -> invisible(key.get().table().toString()));
    return dataset.result().stream()
        .filter(column -> operations.column(column).isPresent())
        .toList();
  }

  private static UnsuitableSessionException invisible(String table) {
    return new UnsuitableSessionException(
        "table "
            + table
            + " does not exist, or the connection's account may not see it. Grant what docs/gate.md"
            + " lists.");
  }
}
