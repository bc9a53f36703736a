package io.tallykeep.verifier.lookup;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one autocommit connection of a look-up. All its reads of MySQL go through it, so that they
 * are answered by one server, each by a statement of its own that sees every commit before it.
 *
 * <p>Never the caller's connection: a view from before a move would show neither the old place of a
 * row nor the new one.
 */
final class LookupConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LookupConnection.class);
  private static final int MARGIN_MILLIS = 200;

  private final Connection connection;
  private final Deadline deadline;
  private final int networkTimeoutBefore;

  private LookupConnection(Connection connection, Deadline deadline) throws SQLException {
    this.connection = connection;
    this.deadline = deadline;
    this.networkTimeoutBefore = connection.getNetworkTimeout();
  }

  /**
   * Opens it. Whether its session reads only what is committed, each reading of the ledger says.
   *
   * @throws UndecidedException if the data source hands out a connection that may be in a
   *     transaction
   */
  static LookupConnection open(DataSource dataSource, Deadline deadline)
      throws SQLException, UndecidedException {
    Connection connection = dataSource.getConnection();
    boolean usable = false;
    try {
      LookupConnection opened = new LookupConnection(connection, deadline);
      requireSuitable(opened.forNextRead());
      usable = true;
      return opened;
    } finally {
      if (!usable) {
        connection.close();
      }
    }
  }

  private static void requireSuitable(Connection connection)
      throws SQLException, UndecidedException {
    if (!connection.getAutoCommit()) {
      throw new UndecidedException(
          UndecidableReason.UNSUITABLE_SESSION,
          "the look-up's data source hands out connections with autocommit off, perhaps the caller's"
              + " own. Give the verifier a data source of its own, with autocommit on.");
    }
  }

  /**
   * The connection, for the next read. An answer that doesn't come by the deadline breaks it a
   * little later, and frees the thread that the caller no longer waits for.
   */
  Connection forNextRead() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, deadline.remainingMillis() + MARGIN_MILLIS);
    return connection;
  }

  /** Gives the connection back as it came. That this fails doesn't touch what was read. */
  @Override
  public void close() {
    try (connection) {
      if (!connection.isClosed()) {
        connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
      }
    } catch (SQLException e) {
      LOG.debug("The connection of a look-up could not be given back.", e);
    }
  }
}
