package io.tallykeep.jobs.retention.provision;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The MAXVALUE partition: it must be empty, or splitting it would copy rows under a lock. */
final class CatchAll {
  private final Dataset dataset;
  private final Optional<TablePartition> partition;

  CatchAll(Dataset dataset, Optional<TablePartition> partition) {
    this.dataset = dataset;
    this.partition = partition;
  }

  /** What rows it holds, in words; empty if it holds none or there is none. */
  Optional<String> rows(Connection connection) throws SQLException {
    if (partition.isEmpty()) {
      return Optional.empty();
    }
    String day = dataset.eventDay().quoted();
    String select =
        "SELECT COUNT(*), MIN("
            + day
            + "), MAX("
            + day
            + ") FROM "
            + dataset.table().quoted()
            + " PARTITION ("
            + partition.get().name().quoted()
            + ")";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(select)) {
      row.next();
      long count = row.getLong(1);
      return count == 0
          ? Optional.empty()
          : Optional.of(
              "it holds "
                  + count
                  + " row(s), event days "
                  + row.getString(2)
                  + " to "
                  + row.getString(3)
                  + ".");
    }
  }
}
