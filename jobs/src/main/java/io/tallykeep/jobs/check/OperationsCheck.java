package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.BusinessKeyTable;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Whether the gate can rely on a dataset's table of operations: that one operation has one effect.
 * The jobs themselves only read that table.
 */
final class OperationsCheck {
  static final String CODE = "OPERATIONS_NOT_UNIQUE";

  private OperationsCheck() {}

  /**
   * What is wrong with it; empty where nothing is, or the gate uses no such table, or a column is
   * missing, which is {@link BusinessKeyCheck}'s to tell.
   */
  static Optional<Finding> finding(Session session, Dataset dataset) throws SQLException {
    Optional<BusinessKey> key = dataset.businessKey();
    if (key.isEmpty() || key.get().intent().isEmpty()) {
      return Optional.empty();
    }
    return SourceTable.read(session.connection(), key.get().table())
        .filter(
            table ->
                key.get().keyColumns().stream().allMatch(name -> table.column(name).isPresent()))
        .flatMap(table -> finding(dataset, key.get(), table));
  }

  private static Optional<Finding> finding(Dataset dataset, BusinessKey key, SourceTable table) {
    List<String> objections = BusinessKeyTable.objections(table, key.keyColumns());
    if (objections.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            CODE,
            Owner.USER,
            "dataset " + dataset.name() + ", table " + table.name(),
            String.join("; ", objections) + ": one operation could have two effects.",
            "Move it to InnoDB, with a primary key over exactly "
                + key.keyColumns()
                + ". Until then the gate applies nothing."));
  }
}
