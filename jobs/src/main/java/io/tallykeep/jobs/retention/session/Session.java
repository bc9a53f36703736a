package io.tallykeep.jobs.retention.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One connection and its server session. A session opened here is READ COMMITTED (no gap locks of
 * our own), in time zone +00:00, and every lock wait in it is bounded. It never reconnects. Not for
 * use by several threads.
 */
public final class Session implements AutoCloseable {
  /** How long a statement waits for a metadata lock: everything behind it waits too. */
  public static final int METADATA_WAIT_SECONDS = 2;

  /** How long a statement waits for a row lock. */
  public static final int ROW_WAIT_SECONDS = 2;

  private static final int IDLE_SECONDS = 86_400;

  private final Connection connection;

  private Session(Connection connection) {
    this.connection = connection;
  }

  /**
   * Opens a session of its own and bounds its waits.
   *
   * @throws SQLException if the server can't be reached
   */
  public static Session open(DataSource server) throws SQLException {
    Session session = new Session(server.getConnection());
    boolean ready = false;
    try {
      session.execute(
          "SET SESSION lock_wait_timeout = "
              + METADATA_WAIT_SECONDS
              + ", innodb_lock_wait_timeout = "
              + ROW_WAIT_SECONDS
              + ", wait_timeout = "
              + IDLE_SECONDS
              + ", time_zone = '+00:00', transaction_isolation = 'READ-COMMITTED'");
      ready = true;
      return session;
    } finally {
      if (!ready) {
        session.close();
      }
    }
  }

  /** Somebody else's connection, with the session as its owner left it; don't close it here. */
  public static Session asItIs(Connection connection) {
    return new Session(connection);
  }

  public Connection connection() {
    return connection;
  }

  /** Runs a statement whose result does not matter. */
  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs a statement and returns how many rows it found. */
  public int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  /** All rows of a query. */
  public <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet row = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (row.next()) {
        rows.add(mapper.map(row));
      }
      return rows;
    }
  }

  /** The first row of a query, if it has one. */
  public <T> Optional<T> first(String sql, RowMapper<T> mapper, @Nullable Object... values)
      throws SQLException {
    return query(sql, mapper, values).stream().findFirst();
  }

  /** The number a query for exactly one number returns; NULL counts as 0. */
  public long number(String sql, @Nullable Object... values) throws SQLException {
    return first(sql, row -> row.getLong(1), values)
        .orElseThrow(() -> new SQLException("no row where one number was asked for: " + sql));
  }

  private PreparedStatement prepare(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** Ends the server session: open transaction rolled back, locks released. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** Reads one row; must not move the cursor. */
  @FunctionalInterface
  public interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }
}
