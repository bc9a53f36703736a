package io.tallykeep.jobs.retention.replay;

import io.tallykeep.jobs.TestInbox;
import java.sql.SQLException;

/** Who waits for a lock of an inbox, as the server tells. */
final class LockWaits {
  private final TestInbox inbox;

  LockWaits(TestInbox inbox) {
    this.inbox = inbox;
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
    try {
      return Long.parseLong(
          inbox
              .query(
                  "SELECT COUNT(DISTINCT ENGINE_TRANSACTION_ID) FROM performance_schema.data_locks"
                      + " WHERE LOCK_STATUS = 'WAITING' AND OBJECT_SCHEMA IN ('"
                      + inbox.schema()
                      + "', '"
                      + inbox.control()
                      + "') AND "
                      + condition)
              .get(0));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
