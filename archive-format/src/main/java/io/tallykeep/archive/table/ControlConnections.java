package io.tallykeep.archive.table;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Opens connections that were seen to answer: a source that hands out one the server has closed
 * (wait_timeout, a restart) is asked again.
 */
final class ControlConnections {
  private static final int TRIES = 3;
  private static final int ANSWER_SECONDS = 5;

  private final DataSource source;

  ControlConnections(DataSource source) {
    this.source = source;
  }

  Connection open() throws SQLException {
    for (int tried = 1; ; tried++) {
      Connection connection = source.getConnection();
      if (connection.isValid(ANSWER_SECONDS)) {
        return connection;
      }
      connection.close();
      if (tried == TRIES) {
        throw new SQLException(
            "the control schema's server closed " + TRIES + " connections without an answer",
            "08001");
      }
    }
  }
}
