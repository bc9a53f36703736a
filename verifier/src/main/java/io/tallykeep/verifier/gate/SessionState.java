package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a lent connection's session is like, as far as the gate changes it or depends on it.
 *
 * @param sqlMode {@code @@sql_mode}
 * @param timeZone {@code @@time_zone}, which a stored function of an effect can change
 * @param waitTimeout {@code @@wait_timeout} in seconds; 0 where nothing was changed
 * @param rowLockWait {@code @@innodb_lock_wait_timeout} in seconds
 * @param metadataLockWait {@code @@lock_wait_timeout} in seconds
 */
record SessionState(
    String sqlMode, String timeZone, long waitTimeout, long rowLockWait, long metadataLockWait) {
  /** Of a session in which nothing was changed. */
  static final SessionState UNTOUCHED = new SessionState("", "", 0, 0, 0);

  /** ER_CANT_CHANGE_TX_CHARACTERISTICS: a transaction is in progress. */
  private static final int IN_TRANSACTION = 1568;

  /** ER_XAER_RMFAIL: an XA transaction is in progress. */
  private static final int IN_XA_TRANSACTION = 1399;

  /** ER_CANT_REOPEN_TABLE: what stands twice in one statement is a temporary table. */
  private static final int TEMPORARY_TABLE = 1137;

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
   * @throws UnsuitableSessionException if the server's autocommit is off, a value that does not fit
   *     its column would be stored as another one, or a unique key may take a row twice
   */
  static SessionState read(Connection connection) throws SQLException, UnsuitableSessionException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT @@SESSION.autocommit, @@SESSION.sql_mode, @@SESSION.wait_timeout,"
                    + " @@SESSION.innodb_lock_wait_timeout, @@SESSION.lock_wait_timeout,"
                    + " @@SESSION.unique_checks, @@SESSION.time_zone")) {
      row.next();
      String sqlMode = row.getString(2);
      requireFaithful(row.getBoolean(1), sqlMode, row.getBoolean(6));
      return new SessionState(
          sqlMode, row.getString(7), row.getLong(3), row.getLong(4), row.getLong(5));
    }
  }

  private static void requireFaithful(boolean autocommit, String sqlMode, boolean uniqueChecks)
      throws UnsuitableSessionException {
    if (!autocommit) {
      throw new UnsuitableSessionException(
          "the session has autocommit off and may be in a transaction.");
    }
    if (!sqlMode.contains("STRICT_TRANS_TABLES") && !sqlMode.contains("STRICT_ALL_TABLES")) {
      throw new UnsuitableSessionException(
          "the session's sql_mode is not strict: a value that does not fit its column would be"
              + " stored as another one. Add STRICT_TRANS_TABLES.");
    }
    if (!uniqueChecks) {
      throw new UnsuitableSessionException(
          "the session has unique_checks off: a unique key may take a row twice. Set it to 1.");
    }
  }

  /**
   * Refuses a session in which a temporary table hides one that the gate writes or trusts. The
   * server refuses a statement that names a temporary table twice (MySQL 8.0 manual, section
   * B.3.6.2), which is how one is found.
   *
   * @throws UnsuitableSessionException if there is one
   */
  static void requireNoTableHidden(Connection connection, GateSettings settings)
      throws SQLException, UnsuitableSessionException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1 FROM " + eachTableTwice(settings) + " WHERE FALSE");
    } catch (SQLException e) {
      if (e.getErrorCode() == TEMPORARY_TABLE) {
        throw new UnsuitableSessionException(
            "the session has a temporary table with the name of one of the gate's tables, which"
                + " hides it: "
                + e.getMessage());
      }
      throw e;
    }
  }

  private static String eachTableTwice(GateSettings settings) {
    Dataset dataset = settings.dataset();
    List<String> tables = new ArrayList<>();
    tables.add(dataset.table().quoted());
    tables.add(dataset.lateTable().quoted());
    dataset.businessKey().ifPresent(key -> tables.add(key.table().quoted()));
    for (String table : List.of("day_ledger", "gate_conflict", "gate_deferred")) {
      tables.add(settings.controlSchema().quoted() + "." + table);
    }
    return IntStream.range(0, tables.size())
        .mapToObj(i -> tables.get(i) + " AS a" + i + ", " + tables.get(i) + " AS b" + i)
        .collect(Collectors.joining(", "));
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
  void bound(Connection connection, GateSettings settings) throws SQLException {
    int lockWait = settings.lockWaitSeconds();
    new SessionState(sqlMode, timeZone, settings.idleSeconds(), lockWait, lockWait).set(connection);
  }

  /** Gives the session back what {@link #bound} changed, or an effect can have changed. */
  void restore(Connection connection) throws SQLException {
    if (waitTimeout > 0) {
      set(connection);
    }
  }

  private void set(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "SET SESSION wait_timeout = "
              + waitTimeout
              + ", SESSION innodb_lock_wait_timeout = "
              + rowLockWait
              + ", SESSION lock_wait_timeout = "
              + metadataLockWait
              + ", SESSION time_zone = '"
              + timeZone
              + "'");
    }
  }
}
