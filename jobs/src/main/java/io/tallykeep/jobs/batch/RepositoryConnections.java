package io.tallykeep.jobs.batch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections of another data source for the job repository, which takes one some fourteen times a
 * step: a few that came back clean are kept and lent again.
 *
 * <p>Only a connection in auto-commit mode, none of whose own methods ever failed, is kept, and it
 * is lent again only after the server has answered it at that moment; any other is closed. So a
 * caller is no worse off than with a new one. Kept connections hold no lock and no transaction.
 *
 * <p>Safe for use by several threads; a single connection is not.
 */
public final class RepositoryConnections extends DelegatingDataSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RepositoryConnections.class);

  /** One for a step's transaction and one for what the repository writes beside it. */
  private static final int MOST_KEPT = 2;

  private static final int LONGEST_PING_SECONDS = 10;

  private final Deque<Connection> kept = new ArrayDeque<>();
  private boolean closed;

  public RepositoryConnections(DataSource source) {
    super(source);
  }

  /** A kept connection that the server answers, else a new one. */
  @Override
  public Connection getConnection() throws SQLException {
    for (Connection old = takeKept(); old != null; old = takeKept()) {
      if (old.isValid(LONGEST_PING_SECONDS)) {
        return lend(old);
      }
      close(old);
    }
    return lend(super.getConnection());
  }

  /** Closes what is kept; what is lent closes when it comes back. */
  @Override
  public void close() {
    synchronized (kept) {
      closed = true;
    }
    for (Connection old = takeKept(); old != null; old = takeKept()) {
      close(old);
    }
  }

  private @Nullable Connection takeKept() {
    synchronized (kept) {
      return kept.pollLast();
    }
  }

  private void takeBack(Connection connection, boolean failed) throws SQLException {
    boolean clean = !failed && !connection.isClosed() && connection.getAutoCommit();
    synchronized (kept) {
      if (clean && !closed && kept.size() < MOST_KEPT) {
        kept.addLast(connection);
        return;
      }
    }
    connection.close();
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("a connection of the job repository did not close", e);
    }
  }

  private Connection lend(Connection connection) {
    AtomicBoolean failed = new AtomicBoolean();
    AtomicBoolean back = new AtomicBoolean();
    return (Connection)
        Proxy.newProxyInstance(
            RepositoryConnections.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "close" -> {
                  if (back.compareAndSet(false, true)) {
                    takeBack(connection, failed.get());
                  }
                  return null;
                }
                case "isClosed" -> {
                  return back.get() || connection.isClosed();
                }
                default -> {
                  if (back.get() && method.getDeclaringClass() != Object.class) {
                    throw new SQLException("the connection was closed: " + method.getName());
                  }
                  return call(connection, failed, method, arguments);
                }
              }
            });
  }

  private static @Nullable Object call(
      Connection connection,
      AtomicBoolean failed,
      Method method,
      @Nullable Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      failed.set(true);
      throw e.getTargetException();
    }
  }
}
