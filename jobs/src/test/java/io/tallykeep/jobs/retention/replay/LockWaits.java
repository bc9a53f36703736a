package io.tallykeep.jobs.retention.replay;

import io.tallykeep.jobs.TestInbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Who waits for a lock of an inbox, as the server tells. For one thread. */
final class LockWaits implements AutoCloseable {
  private final TestInbox inbox;
  private final Connection connection;

  LockWaits(TestInbox inbox) throws SQLException {
    this.inbox = inbox;
    this.connection = inbox.server().getConnection();
  }

  /** Whether a session wants to change a ledger row that others read under a lock. */
  boolean ofTheArchiver() {
    return count("OBJECT_NAME = 'day_ledger' AND LOCK_MODE LIKE 'X%'") > 0;
  }

  /** How many sessions wait to read a ledger row under a lock. */
  long forTheLedger() {
    return count("OBJECT_NAME = 'day_ledger' AND LOCK_MODE LIKE 'S%'");
  }

  /** How many sessions wait for another one's row in the inbox or the late table. */
  long forRows() {
    return count("OBJECT_NAME IN ('inbox', 'late_inbox')");
  }

  private long count(String condition) {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(DISTINCT ENGINE_TRANSACTION_ID) FROM performance_schema.data_locks"
                    + " WHERE LOCK_STATUS = 'WAITING' AND OBJECT_SCHEMA IN ('"
                    + inbox.schema()
                    + "', '"
                    + inbox.control()
                    + "') AND "
                    + condition)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
