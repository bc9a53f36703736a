package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a lent connection's session is like, as far as the gate changes it or depends on it.
 *
 * @param sqlMode {@code @@sql_mode}
 * @param waitTimeout {@code @@wait_timeout} in seconds; 0 where nothing was changed
 * @param rowLockWait {@code @@innodb_lock_wait_timeout} in seconds
 * @param metadataLockWait {@code @@lock_wait_timeout} in seconds
 */
record SessionState(String sqlMode, long waitTimeout, long rowLockWait, long metadataLockWait) {
  /** Of a session in which nothing was changed. */
  static final SessionState UNTOUCHED = new SessionState("", 0, 0, 0);

  /** ER_CANT_CHANGE_TX_CHARACTERISTICS: a transaction is in progress. */
  private static final int IN_TRANSACTION = 1568;

  /** ER_XAER_RMFAIL: an XA transaction is in progress. */
  private static final int IN_XA_TRANSACTION = 1399;

  /**
   * Refuses a connection that JDBC itself calls unsuitable.
   *
   * @throws UnsuitableSessionException if autocommit is off or the connection is read-only
   */
  static void requireOutsideTransaction(Connection connection)
      throws SQLException, UnsuitableSessionException {
    if (!connection.getAutoCommit()) {
      throw new UnsuitableSessionException(
          "the connection has autocommit off and may be in a transaction. Give the gate one with"
              + " autocommit on: it begins and ends the transaction itself.");
    }
    if (connection.isReadOnly()) {
      throw new UnsuitableSessionException("the connection is read-only.");
    }
  }

  /**
   * Reads the session's state.
   *
   * @throws UnsuitableSessionException if the server's autocommit is off, or a value that does not
   *     fit its column would be stored as another one
   */
  static SessionState read(Connection connection) throws SQLException, UnsuitableSessionException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT @@SESSION.autocommit, @@SESSION.sql_mode, @@SESSION.wait_timeout,"
                    + " @@SESSION.innodb_lock_wait_timeout, @@SESSION.lock_wait_timeout")) {
      row.next();
      if (!row.getBoolean(1)) {
        throw new UnsuitableSessionException(
            "the session has autocommit off and may be in a transaction.");
      }
      String sqlMode = row.getString(2);
      if (!sqlMode.contains("STRICT_TRANS_TABLES") && !sqlMode.contains("STRICT_ALL_TABLES")) {
        throw new UnsuitableSessionException(
            "the session's sql_mode is not strict: a value that does not fit its column would be"
                + " stored as another one. Add STRICT_TRANS_TABLES.");
      }
      return new SessionState(sqlMode, row.getLong(3), row.getLong(4), row.getLong(5));
    }
  }

  /**
   * Makes the next transaction, and only that, READ COMMITTED; the server refuses it inside a
   * transaction (MySQL 8.0 manual, section 13.3.7), which is how one is found that JDBC doesn't
   * know.
   *
   * @throws UnsuitableSessionException if the connection is in a transaction
   */
  static void nextTransactionReadsCommitted(Connection connection)
      throws SQLException, UnsuitableSessionException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE");
    } catch (SQLException e) {
      if (e.getErrorCode() == IN_TRANSACTION || e.getErrorCode() == IN_XA_TRANSACTION) {
        throw new UnsuitableSessionException(
            "the connection is in a transaction. End it first: the gate begins and ends its own.");
      }
      throw e;
    }
  }

  /**
   * Bounds what the server waits for: a row lock, a metadata lock, the session's next statement.
   */
  static void bound(Connection connection, GateSettings settings) throws SQLException {
    set(connection, settings.idleSeconds(), settings.lockWaitSeconds(), settings.lockWaitSeconds());
  }

  /** Gives the session back what {@link #bound} changed. */
  void restore(Connection connection) throws SQLException {
    if (waitTimeout > 0) {
      set(connection, waitTimeout, rowLockWait, metadataLockWait);
    }
  }

  private static void set(
      Connection connection, long waitTimeout, long rowLockWait, long metadataLockWait)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SET SESSION wait_timeout = "
              + waitTimeout
              + ", SESSION innodb_lock_wait_timeout = "
              + rowLockWait
              + ", SESSION lock_wait_timeout = "
              + metadataLockWait);
    }
  }
}
