package io.tallykeep.sandbox;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** Short statements for the sandbox's own needs. */
final class Jdbc {
  private Jdbc() {}

  /** A connection that gives up after 5 s without an answer to its log-in, 60 s later on. */
  static Connection connect(MysqlAddress address, String schema) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", address.user());
    properties.setProperty("password", address.password());
    properties.setProperty("connectTimeout", "5000");
    properties.setProperty("socketTimeout", "60000");
    return DriverManager.getConnection(address.jdbcUrl(schema), properties);
  }

  /** Whether a server at the address lets this account in. */
  static boolean answers(MysqlAddress address) {
    try (Connection connection = connect(address, "")) {
      return connection.isValid(5);
    } catch (SQLException refused) {
      return false;
    }
  }

  /**
   * Runs one statement.
   *
   * @throws SandboxException if the server can't be reached or refuses it
   */
  static void execute(MysqlAddress address, String sql) {
    try (Connection connection = connect(address, "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SandboxException(
          SandboxFault.UNREACHABLE,
          "MySQL at " + address + " did not do `" + sql + "`: " + e.getMessage(),
          e);
    }
  }
}
