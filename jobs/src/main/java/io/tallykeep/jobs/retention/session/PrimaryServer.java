package io.tallykeep.jobs.retention.session;

import java.sql.SQLException;
import java.util.Optional;

/**
 * Whether a server is the writable primary. A replica, or a primary that was demoted, may lag
 * behind the server that takes the writes: nothing is decided or copied there.
 */
public final class PrimaryServer {
  private static final String READ_ONLY = "SELECT @@GLOBAL.read_only OR @@GLOBAL.super_read_only";

  /** Every member of a group has channels of its own; whether it takes writes, read_only tells. */
  private static final String CHANNELS =
      "SELECT COUNT(*) FROM performance_schema.replication_connection_configuration"
          + " WHERE CHANNEL_NAME NOT LIKE 'group\\_replication\\_%'";

  private PrimaryServer() {}

  /** What speaks against it; empty if it is the writable primary. Unknown speaks against it. */
  public static Optional<String> objection(Session session) throws SQLException {
    if (session.number(READ_ONLY) == 1) {
      return Optional.of("the server is read-only: a replica, or a primary that was demoted.");
    }
    try {
      return session.number(CHANNELS) == 0
          ? Optional.empty()
          : Optional.of("the server replicates from another one.");
    } catch (SQLException e) {
      if (!MysqlError.isAccessDenied(e)) {
        throw e;
      }
      return Optional.of(
          "this account may not see whether the server is a replica: grant it SELECT on"
              + " performance_schema.*.");
    }
  }
}
