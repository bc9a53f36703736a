package io.tallykeep.jobs.retention.ddl;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Who holds metadata locks on a table, from performance_schema. */
final class MetadataLocks {
  private static final String SELECT =
      "SELECT DISTINCT t.PROCESSLIST_ID, t.PROCESSLIST_USER, t.PROCESSLIST_HOST,"
          + " t.PROCESSLIST_COMMAND, t.PROCESSLIST_TIME, LEFT(t.PROCESSLIST_INFO, 80)"
          + " FROM performance_schema.metadata_locks m"
          + " JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID"
          + " WHERE m.OBJECT_TYPE = 'TABLE' AND m.OBJECT_SCHEMA = ? AND m.OBJECT_NAME = ?"
          + " AND m.LOCK_STATUS = 'GRANTED' AND t.PROCESSLIST_ID <> CONNECTION_ID()"
          + " ORDER BY t.PROCESSLIST_TIME DESC LIMIT 5";

  private final Session session;

  MetadataLocks(Session session) {
    this.session = session;
  }

  /** The sessions that hold one, in words. */
  String holders(TableName table) {
    try {
      List<String> holders =
          session.query(
              SELECT, MetadataLocks::describe, table.schema().value(), table.table().value());
      return holders.isEmpty() ? "sessions that have ended since" : String.join(", ", holders);
    } catch (SQLException e) {
      if (MysqlError.isAccessDenied(e)) {
        return "sessions this account may not see; GRANT SELECT ON performance_schema.* to it";
      }
      return "sessions that could not be listed: " + e.getMessage();
    }
  }

  private static String describe(ResultSet row) throws SQLException {
    String statement = row.getString(6);
    return "connection "
        + row.getLong(1)
        + " ("
        + row.getString(2)
        + "@"
        + row.getString(3)
        + ", "
        + row.getString(4)
        + " for "
        + row.getLong(5)
        + " s"
        + (statement == null ? "" : ": " + statement)
        + ")";
  }
}
