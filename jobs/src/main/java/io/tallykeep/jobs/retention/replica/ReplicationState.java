package io.tallykeep.jobs.retention.replica;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.List;

/** What a replica says of its own channels. */
final class ReplicationState {
  private static final String SELECT =
      "SELECT CONCAT('receiver ', r.SERVICE_STATE, ' from ', IF(r.SOURCE_UUID = '', 'nowhere',"
          + " r.SOURCE_UUID), IF(r.LAST_ERROR_MESSAGE = '', '', CONCAT(', ',"
          + " r.LAST_ERROR_MESSAGE)), '; applier ', a.SERVICE_STATE,"
          + " COALESCE((SELECT CONCAT(', ', w.LAST_ERROR_MESSAGE) FROM"
          + " performance_schema.replication_applier_status_by_worker w WHERE w.CHANNEL_NAME ="
          + " r.CHANNEL_NAME AND w.LAST_ERROR_MESSAGE <> '' LIMIT 1), ''))"
          + " FROM performance_schema.replication_connection_status r"
          + " JOIN performance_schema.replication_applier_status a USING (CHANNEL_NAME)";

  /** The settings have other names before 8.0.26, and are gone later: then they are not set. */
  private static final String APPLIED_PER_DATABASE =
      "SELECT COUNT(*) FROM performance_schema.global_variables t WHERE t.VARIABLE_NAME IN"
          + " ('replica_parallel_type', 'slave_parallel_type') AND t.VARIABLE_VALUE = 'DATABASE'"
          + " AND (EXISTS (SELECT 1 FROM performance_schema.global_variables w WHERE"
          + " w.VARIABLE_NAME IN ('replica_parallel_workers', 'slave_parallel_workers') AND"
          + " CAST(w.VARIABLE_VALUE AS UNSIGNED) > 1) OR EXISTS (SELECT 1 FROM"
          + " performance_schema.replication_applier_status_by_worker a WHERE a.WORKER_ID > 1))";

  private final Session session;

  ReplicationState(Session session) {
    this.session = session;
  }

  /** Whether transactions on different schemas are applied beside each other, in any order. */
  static boolean isAppliedPerDatabase(Session session) throws SQLException {
    return session.number(APPLIED_PER_DATABASE) > 0;
  }

  /** In words for a person. */
  String describe() throws SQLException {
    List<String> channels = session.query(SELECT, row -> row.getString(1));
    return channels.isEmpty() ? "it has no replication channel" : String.join("; ", channels);
  }
}
