package io.tallykeep.jobs.retention.replay;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Hands out connections again that were given back whole, as consumers' pools do. Thread-safe. */
final class ConnectionPool implements AutoCloseable {
  private final DataSource source;
  private final ConcurrentLinkedQueue<Connection> idle = new ConcurrentLinkedQueue<>();

  ConnectionPool(DataSource source) {
    this.source = source;
  }

  DataSource dataSource() {
    return proxy(
        DataSource.class,
        (any, method, arguments) ->
            method.getName().equals("getConnection") && method.getParameterCount() == 0
                ? lent()
                : call(source, method, arguments));
  }

  private Connection lent() throws SQLException {
    Connection pooled = idle.poll();
    while (pooled != null && pooled.isClosed()) {
      pooled = idle.poll();
    }
    Connection raw = pooled == null ? source.getConnection() : pooled;
    AtomicBoolean back = new AtomicBoolean();
    return proxy(
        Connection.class,
        (any, method, arguments) -> {
          switch (method.getName()) {
            case "close" -> {
              if (!raw.isClosed() && back.compareAndSet(false, true)) {
                idle.add(raw);
              }
              return null;
            }
            case "isClosed" -> {
              return back.get() || raw.isClosed();
            }
            default -> {
              return call(raw, method, arguments);
            }
          }
        });
  }

  private static @Nullable Object call(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ConnectionPool.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
      connection.close();
    }
  }
}
