package io.tallykeep.archive.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MySQL session of one commit. It holds a user lock of its own name from its start to its end,
 * so that another session can tell that it has ended: the server gives the lock back only after it
 * has rolled back what the session left open, and no id is ever reused.
 *
 * <p>The server ends the session by itself when the client falls silent for {@value #IDLE_SECONDS}
 * seconds, and no statement waits longer than {@value #LOCK_WAIT_SECONDS} seconds for a row.
 */
final class CommitSession implements AutoCloseable {
  static final int IDLE_SECONDS = 10;
  static final int LOCK_WAIT_SECONDS = 5;

  private static final Logger LOG = LoggerFactory.getLogger(CommitSession.class);

  private final Connection connection;
  private final String lock;
  private final String serverUuid;

  private CommitSession(Connection connection, String lock, String serverUuid) {
    this.connection = connection;
    this.lock = lock;
    this.serverUuid = serverUuid;
  }

  /** Opens the session and starts its transaction. Nothing has been changed if this fails. */
  static CommitSession begin(ControlConnections connections) throws SQLException {
    String lock = "tallykeep-commit-" + UUID.randomUUID();
    Connection connection = connections.open();
    boolean begun = false;
    try {
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "SET SESSION wait_timeout = "
                + IDLE_SECONDS
                + ", SESSION innodb_lock_wait_timeout = "
                + LOCK_WAIT_SECONDS);
      }
      String serverUuid = takeLock(connection, lock);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection.setAutoCommit(false);
      begun = true;
      return new CommitSession(connection, lock, serverUuid);
    } finally {
      if (!begun) {
        connection.close();
      }
    }
  }

  private static String takeLock(Connection connection, String lock) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT @@server_uuid, GET_LOCK(?, 0)")) {
      statement.setString(1, lock);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        String serverUuid = row.getString(1);
        if (row.getInt(2) != 1) {
          throw new SQLException("the session can't take a user lock of its own (GET_LOCK)");
        }
        return serverUuid;
      }
    }
  }

  Connection connection() {
    return connection;
  }

  String lock() {
    return lock;
  }

  String serverUuid() {
    return serverUuid;
  }

  /** Rolls back. Returns true only if the server said so. */
  boolean rolledBack() {
    try {
      connection.rollback();
      return true;
    } catch (SQLException e) {
      LOG.debug("rollback of {} was not answered", lock, e);
      return false;
    }
  }

  /** Drops the network connection without waiting for the server. */
  void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.debug("could not drop the connection of {}", lock, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("could not close the connection of {}", lock, e);
    }
  }
}
