package io.tallykeep.verifier.gate.connection;

import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the transaction's connection and everything that comes from it, so that no object an effect
 * can reach leads to the connection itself.
 */
public final class EffectConnection {
  private final EffectWatch watch;
  private final Connection proxy;

  private EffectConnection(Connection raw, EffectWatch watch) {
    this.watch = watch;
    this.proxy = proxy(Connection.class, raw);
  }

  /** The connection to hand to an effect. */
  public static Connection wrap(Connection raw, EffectWatch watch) {
    return new EffectConnection(raw, watch).proxy;
  }

  /** The watch of a connection that an effect got; empty for any other connection. */
  public static Optional<EffectWatch> watchOf(Connection connection) {
    return Proxy.isProxyClass(connection.getClass())
            && Proxy.getInvocationHandler(connection) instanceof WatchedCalls calls
        ? Optional.of(calls.watch())
        : Optional.empty();
  }

  EffectWatch watch() {
    return watch;
  }

  Connection proxy() {
    return proxy;
  }

  /** The value as the effect may see it: what leads to the connection is wrapped. */
  @Nullable Object wrapped(@Nullable Object value) throws SQLException {
    if (value instanceof Connection) {
      return proxy;
    }
    if (value instanceof Statement statement) {
      watch.opened(statement);
      return proxy(statementType(statement), statement);
    }
    if (value instanceof ResultSet rows) {
      return proxy(ResultSet.class, rows);
    }
    return value instanceof DatabaseMetaData metaData
        ? proxy(DatabaseMetaData.class, metaData)
        : value;
  }

  private static Class<? extends Statement> statementType(Statement statement) {
    if (statement instanceof CallableStatement) {
      return CallableStatement.class;
    }
    return statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
  }

  private <T> T proxy(Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            EffectConnection.class.getClassLoader(),
            new Class<?>[] {type},
            new WatchedCalls(target, this)));
  }
}
