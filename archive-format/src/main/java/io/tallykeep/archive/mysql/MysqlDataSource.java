package io.tallykeep.archive.mysql;

import com.mysql.cj.jdbc.Driver;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a new connection per call, with our session. */
final class MysqlDataSource implements DataSource {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final String SQL_MODE =
      "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
          + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";
  private static final String SESSION =
      "SELECT @@session.time_zone, @@session.character_set_results,"
          + " @@session.character_set_client, @@session.sql_mode";

  /** What every connection has, whatever the URL says. */
  private static final Map<String, String> DRIVER =
      Map.ofEntries(
          // Values as the server has them.
          Map.entry("tinyInt1isBit", "false"),
          Map.entry("transformedBitIsBoolean", "false"),
          Map.entry("yearIsDateType", "false"),
          Map.entry("zeroDateTimeBehavior", "EXCEPTION"),
          Map.entry("padCharsWithSpace", "false"),
          Map.entry("sendFractionalSeconds", "true"),
          // Text in utf8mb4 both ways; unset, results would come in each column's own set.
          Map.entry("characterEncoding", "UTF-8"),
          Map.entry("characterSetResults", "UTF-8"),
          Map.entry("connectionCollation", "utf8mb4_0900_bin"),
          // Times in UTC, whatever the JVM's zone.
          Map.entry("connectionTimeZone", "UTC"),
          Map.entry("forceConnectionTimeZoneToSession", "true"),
          Map.entry("preserveInstants", "true"),
          // The text protocol, without a cursor on the server.
          Map.entry("useServerPrepStmts", "false"),
          Map.entry("useCursorFetch", "false"),
          // A statement's text is taken apart once for a connection, and not each time.
          Map.entry("cachePrepStmts", "true"),
          Map.entry("prepStmtCacheSize", "64"),
          Map.entry("prepStmtCacheSqlLimit", "4096"),
          // No second try behind our back, no second statement in one, honest row counts.
          Map.entry("autoReconnect", "false"),
          Map.entry("allowMultiQueries", "false"),
          Map.entry("rewriteBatchedStatements", "false"),
          Map.entry("useAffectedRows", "false"),
          Map.entry("useLocalSessionState", "false"),
          Map.entry("useLocalTransactionState", "false"),
          Map.entry("allowLoadLocalInfile", "false"),
          Map.entry("allowUrlInLocalInfile", "false"),
          Map.entry("connectTimeout", String.valueOf(CONNECT_TIMEOUT.toMillis())));

  private final String jdbcUrl;
  private final String user;
  private final String password;
  private final Duration longestAnswer;

  MysqlDataSource(String jdbcUrl, String user, String password, Duration longestAnswer) {
    this.jdbcUrl = jdbcUrl;
    this.user = user;
    this.password = password;
    this.longestAnswer = longestAnswer;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return getConnection(user, password);
  }

  @Override
  public Connection getConnection(String asUser, String withPassword) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(DRIVER);
    properties.setProperty("socketTimeout", String.valueOf(longestAnswer.toMillis()));
    properties.setProperty("user", asUser);
    properties.setProperty("password", withPassword);
    Connection connection = new Driver().connect(jdbcUrl, properties);
    if (connection == null) {
      throw new SQLException("Connector/J does not take the URL as one of MySQL's.");
    }
    boolean ready = false;
    try {
      prepareSession(connection);
      ready = true;
      return connection;
    } finally {
      if (!ready) {
        connection.close();
      }
    }
  }

  private static void prepareSession(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = '" + SQL_MODE + "'");
      try (ResultSet session = statement.executeQuery(SESSION)) {
        session.next();
        expect("time_zone", "+00:00", session.getString(1));
        expect("character_set_results", "utf8mb4", session.getString(2));
        expect("character_set_client", "utf8mb4", session.getString(3));
        expect("sql_mode", SQL_MODE, session.getString(4));
      }
    }
  }

  private static void expect(String variable, String wanted, @Nullable String found)
      throws SQLException {
    if (!wanted.equals(found)) {
      throw new SQLException(
          "the session's "
              + variable
              + " is "
              + found
              + " instead of "
              + wanted
              + ": does init_connect or a proxy change it? Values could be read wrongly.");
    }
  }

  @Override
  public int getLoginTimeout() {
    return (int) CONNECT_TIMEOUT.toSeconds();
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException("the connect timeout is fixed.");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException("there is no log writer.");
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("java.util.logging is not used.");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw new SQLException("this is no " + type.getName() + ".");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  @Override
  public String toString() {
    return jdbcUrl.replaceFirst("\\?.*", "") + " as " + user;
  }
}
