package io.tallykeep.jobs.retention.replica;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Sessions of a replica that have held a table's metadata lock for long. The applier waits for them
 * up to {@code lock_wait_timeout}, a year by default, whatever the source's DDL used.
 */
final class TableHolders {
  private static final String INSTRUMENT =
      "SELECT COUNT(*) FROM performance_schema.setup_instruments"
          + " WHERE NAME = 'wait/lock/metadata/sql/mdl' AND ENABLED = 'YES'";

  private static final String SELECT =
      "SELECT DISTINCT t.PROCESSLIST_ID, t.PROCESSLIST_USER, t.PROCESSLIST_HOST,"
          + " t.PROCESSLIST_COMMAND, LEFT(t.PROCESSLIST_INFO, 80),"
          + " GREATEST(COALESCE(t.PROCESSLIST_TIME, 0), COALESCE(TIMESTAMPDIFF(SECOND,"
          + " x.trx_started, CONVERT_TZ(SYSDATE(), @@SESSION.time_zone, 'SYSTEM')), 0)) AS held"
          + " FROM performance_schema.metadata_locks m"
          + " JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID"
          + " LEFT JOIN information_schema.INNODB_TRX x ON x.trx_mysql_thread_id ="
          + " t.PROCESSLIST_ID"
          + " WHERE m.OBJECT_TYPE = 'TABLE' AND m.OBJECT_SCHEMA = ? AND m.OBJECT_NAME = ?"
          + " AND m.LOCK_STATUS = 'GRANTED' AND t.PROCESSLIST_ID <> CONNECTION_ID()"
          + " AND t.NAME NOT LIKE 'thread/sql/replica%' AND t.NAME NOT LIKE 'thread/sql/slave%'"
          + " HAVING held >= ? ORDER BY held DESC LIMIT 5";

  private final Session session;

  TableHolders(Session session) {
    this.session = session;
  }

  /**
   * Those that have held it for at least so long, the longest first.
   *
   * @throws SQLException also if the server does not say who holds metadata locks
   */
  List<String> longerThan(TableName table, Duration atLeast) throws SQLException {
    if (session.number(INSTRUMENT) == 0) {
      throw new SQLException(
          "it does not tell who holds metadata locks; enable the instrument"
              + " wait/lock/metadata/sql/mdl there");
    }
    return session.query(
        SELECT,
        TableHolders::describe,
        table.schema().value(),
        table.table().value(),
        atLeast.toSeconds());
  }

  private static String describe(ResultSet row) throws SQLException {
    String statement = row.getString(5);
    return "connection "
        + row.getLong(1)
        + " ("
        + row.getString(2)
        + "@"
        + row.getString(3)
        + ", "
        + row.getString(4)
        + ", for "
        + row.getLong("held")
        + " s"
        + (statement == null ? "" : ": " + statement)
        + ")";
  }
}
