package io.tallykeep.verifier.gate.connection;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides each call on one wrapped object: refused, answered here, or handed to the driver. */
final class WatchedCalls implements InvocationHandler {
  /** All that a connection lets through; what a later JDBC adds is refused. */
  private static final Set<String> CONNECTION_CALLS =
      Set.of(
          "createStatement",
          "prepareStatement",
          "nativeSQL",
          "getAutoCommit",
          "getMetaData",
          "isReadOnly",
          "getCatalog",
          "getSchema",
          "getTransactionIsolation",
          "getWarnings",
          "clearWarnings",
          "getTypeMap",
          "getHoldability",
          "getClientInfo",
          "getNetworkTimeout",
          "isValid",
          "createClob",
          "createBlob",
          "createNClob",
          "createSQLXML",
          "createArrayOf",
          "createStruct",
          "enquoteLiteral",
          "enquoteIdentifier");

  private final Object target;
  private final EffectConnection connection;

  WatchedCalls(Object target, EffectConnection connection) {
    this.target = target;
    this.connection = connection;
  }

  EffectWatch watch() {
    return connection.watch();
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws SQLException {
    String name = method.getName();
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, name, arguments);
    }
    if (name.equals("isWrapperFor")) {
      return false;
    }
    if (name.equals("unwrap")) {
      throw connection.watch().refused("unwrap");
    }
    if (target instanceof Connection) {
      return onConnection(method, arguments);
    }
    if (name.equals("close") || name.equals("isClosed")) {
      return closing(method, arguments);
    }
    if (name.equals("getConnection")) {
      return connection.proxy();
    }
    if (name.equals("setFetchSize") && arguments != null && isStreaming(arguments[0])) {
      throw connection.watch().refused("a streamed result, whose rest is read when it is closed");
    }
    if (target instanceof Statement statement) {
      requireAllowedText(method, arguments);
      if (name.startsWith("execute")) {
        connection.watch().boundAtServer(statement);
      }
    }
    return handOver(method, arguments);
  }

  /** The driver's sign for it: a fetch size that no other driver takes. */
  private static boolean isStreaming(Object fetchSize) {
    return fetchSize.equals(Integer.MIN_VALUE);
  }

  private Object ofObject(Object proxy, String name, Object @Nullable [] arguments) {
    return switch (name) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "the gate's " + target.getClass().getSimpleName();
    };
  }

  private @Nullable Object onConnection(Method method, Object @Nullable [] arguments)
      throws SQLException {
    String name = method.getName();
    if (name.equals("close")) {
      return null;
    }
    if (name.equals("isClosed")) {
      return ((Connection) target).isClosed();
    }
    if (!CONNECTION_CALLS.contains(name)) {
      throw refusalOf(name);
    }
    if (name.equals("prepareStatement")) {
      requireAllowedText(method, arguments);
    }
    return handOver(method, arguments);
  }

  private SQLException refusalOf(String name) {
    SQLException refusal = connection.watch().refused("Connection." + name);
    if (!name.equals("setClientInfo")) {
      return refusal;
    }
    // The only JDBC call that may throw nothing more general.
    SQLException asDeclared =
        new SQLClientInfoException(refusal.getMessage(), refusal.getSQLState(), Map.of());
    asDeclared.initCause(refusal);
    return asDeclared;
  }

  /** Any String among the first arguments of a statement's call is SQL, or a name of a column. */
  private void requireAllowedText(Method method, Object @Nullable [] arguments)
      throws SQLException {
    boolean sends =
        method.getName().startsWith("execute")
            || method.getName().equals("addBatch")
            || method.getName().equals("prepareStatement");
    if (sends && arguments != null && arguments[0] instanceof String sql) {
      connection.watch().requireAllowed(sql);
    }
  }

  /** Closing is always allowed, also after an error and after the effect. */
  private @Nullable Object closing(Method method, Object @Nullable [] arguments)
      throws SQLException {
    if (target instanceof Statement statement && method.getName().equals("close")) {
      connection.watch().closed(statement);
      statement.close();
      return null;
    }
    return connection.watch().runAlways(() -> method.invoke(target, arguments));
  }

  private @Nullable Object handOver(Method method, Object @Nullable [] arguments)
      throws SQLException {
    return connection.wrapped(connection.watch().run(() -> method.invoke(target, arguments)));
  }
}
