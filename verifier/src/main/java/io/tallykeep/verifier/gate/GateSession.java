package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.connection.SqlDialect;
import io.tallykeep.verifier.gate.connection.TimeLimit;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction on a connection that was lent: READ COMMITTED, bounded in time on both sides.
 * Closing it rolls back what was not committed and gives the connection back as it came.
 *
 * <p>A connection on which that fails is ended for good rather than given back with an open
 * transaction or another session.
 */
final class GateSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GateSession.class);

  /** Even past the limit, ROLLBACK and COMMIT get this long for an answer. */
  private static final int LEAST_ANSWER_MILLIS = 2_000;

  private final Connection connection;
  private final GateSettings settings;
  private final TimeLimit limit;
  private final int networkTimeoutBefore;
  private SessionState before = SessionState.UNTOUCHED;
  private boolean begun;
  private boolean ended;
  private boolean closed;
  private boolean broken;

  private GateSession(Connection connection, GateSettings settings, int networkTimeoutBefore) {
    this.connection = connection;
    this.settings = settings;
    this.limit = TimeLimit.of(settings.transactionTime());
    this.networkTimeoutBefore = networkTimeoutBefore;
  }

  /** Bounds how long a connection waits for an answer; nothing is sent. */
  static GateSession bounded(Connection connection, GateSettings settings) throws SQLException {
    GateSession session = new GateSession(connection, settings, connection.getNetworkTimeout());
    session.forNextStatement();
    return session;
  }

  /** As {@link SessionState#requireOutsideTransaction}. */
  void requireOutsideTransaction() throws SQLException, UnsuitableSessionException {
    SessionState.requireOutsideTransaction(forNextStatement());
  }

  /**
   * Begins the transaction, on a connection that {@link #requireOutsideTransaction} has let pass.
   *
   * @throws UnsuitableSessionException if the connection is in a transaction, has autocommit off,
   *     or can't store values exactly where they belong
   * @throws SQLException if the connection fails
   */
  void begin() throws SQLException, UnsuitableSessionException {
    SessionState state = SessionState.read(forNextStatement());
    before = state;
    state.bound(forNextStatement(), settings);
    SessionState.requireNoTableHidden(forNextStatement(), settings);
    SessionState.nextTransactionReadsCommitted(forNextStatement());
    begun = true;
    forNextStatement().setAutoCommit(false);
  }

  /** The connection, for one statement of the gate's own. */
  Connection forNextStatement() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, limit.remainingMillis(LEAST_ANSWER_MILLIS));
    return connection;
  }

  TimeLimit limit() {
    return limit;
  }

  SqlDialect dialect() {
    return SqlDialect.of(before.sqlMode());
  }

  /** Runs a statement without a result. */
  void execute(String sql) throws SQLException {
    try (Statement statement = forNextStatement().createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Commits.
   *
   * @throws SQLException if the server did not confirm it: it may have happened all the same
   */
  void commit() throws SQLException {
    forNextStatement().commit();
    ended = true;
  }

  /** Whether the connection was ended, because it could not be given back as it came. */
  boolean isBroken() {
    return broken;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    boolean restored = false;
    try {
      if (begun && !connection.getAutoCommit()) {
        if (!ended) {
          forNextStatement().rollback();
        }
        forNextStatement().setAutoCommit(true);
      }
      before.restore(forNextStatement());
      connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
      restored = true;
    } catch (SQLException e) {
      LOG.debug("A connection could not be given back as it came; it is ended.", e);
    } finally {
      if (!restored) {
        end();
      }
    }
  }

  private void end() {
    broken = true;
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      LOG.debug("A broken connection could not be ended; the server will, by wait_timeout.", e);
    }
  }
}
