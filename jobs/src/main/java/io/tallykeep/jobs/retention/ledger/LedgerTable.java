package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Whether there is a day ledger: before the first adoption there is not, and no day is covered. */
public final class LedgerTable {
  private LedgerTable() {}

  /** Whether the control schema has a ledger that this account may see. */
  public static boolean exists(Connection connection, Identifier controlSchema)
      throws SQLException {
    return exists(connection, controlSchema, "day_ledger");
  }

  /** Whether the control schema has this table and the account may see it. */
  public static boolean exists(Connection connection, Identifier controlSchema, String table)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT 1 FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?")) {
      statement.setString(1, controlSchema.value());
      statement.setString(2, table);
      try (ResultSet row = statement.executeQuery()) {
        return row.next();
      }
    }
  }
}
