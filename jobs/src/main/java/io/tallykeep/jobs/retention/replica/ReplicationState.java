package io.tallykeep.jobs.retention.replica;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.List;

/** What a replica says of its own channels, in words for a person: it decides nothing. */
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

  private final Session session;

  ReplicationState(Session session) {
    this.session = session;
  }

  String describe() throws SQLException {
    List<String> channels = session.query(SELECT, row -> row.getString(1));
    return channels.isEmpty() ? "it has no replication channel" : String.join("; ", channels);
  }
}
