package io.tallykeep.verifier.ledger;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Which rows of which day ledger: those of one dataset and shard.
 *
 * @param controlSchema the schema that holds {@code day_ledger}
 * @param dataset the dataset's name
 * @param shard its shard, 0 where there is one
 */
public record LedgerKey(Identifier controlSchema, String dataset, int shard) {

  public static LedgerKey of(Identifier controlSchema, Dataset dataset) {
    return new LedgerKey(controlSchema, dataset.name(), dataset.shard());
  }

  /** The ledger's table, ready to stand in a statement. */
  public String table() {
    return controlSchema.quoted() + ".day_ledger";
  }

  void bind(PreparedStatement statement) throws SQLException {
    statement.setString(1, dataset);
    statement.setInt(2, shard);
  }
}
