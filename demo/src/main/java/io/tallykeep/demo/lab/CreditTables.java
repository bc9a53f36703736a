package io.tallykeep.demo.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * A schema of one case: an inbox, an account, and the effects on it, one row each. What a case ends
 * with is read from here.
 */
final class CreditTables {
  private static final String INBOX =
      """
      CREATE TABLE %s.inbox (
        consumer_name VARCHAR(64) NOT NULL,
        event_id VARCHAR(64) NOT NULL,
        payload_hash CHAR(64) NOT NULL,
        result_code VARCHAR(32) NOT NULL,
        PRIMARY KEY (consumer_name, event_id))
      """;
  private static final String ACCOUNT =
      """
      CREATE TABLE %s.account (
        id BIGINT PRIMARY KEY,
        cents BIGINT NOT NULL,
        version BIGINT NOT NULL)
      """;
  private static final String EFFECT =
      """
      CREATE TABLE %s.effect (
        effect_no BIGINT AUTO_INCREMENT PRIMARY KEY,
        event_id VARCHAR(64) NOT NULL,
        operation_id VARCHAR(64) NOT NULL,
        cents BIGINT NOT NULL)
      """;

  private final DataSource server;
  private final String schema;

  CreditTables(DataSource server, String schema) {
    this.server = server;
    this.schema = schema;
  }

  String schema() {
    return schema;
  }

  /** The plain inbox. */
  CreditTables createInbox() throws SQLException {
    execute(INBOX.formatted(schema));
    return this;
  }

  /** The account, with so many cents, and its effects. */
  CreditTables createAccount(long cents) throws SQLException {
    execute(ACCOUNT.formatted(schema));
    execute(EFFECT.formatted(schema));
    execute("INSERT INTO " + schema + ".account VALUES (1, " + cents + ", 0)");
    return this;
  }

  /** A new session in this schema. */
  Connection connect() throws SQLException {
    Connection connection = server.getConnection();
    connection.setCatalog(schema);
    return connection;
  }

  /** The effect of a delivery, in the caller's transaction. */
  void credit(Connection connection, Delivery delivery) throws SQLException {
    try (PreparedStatement effect =
            connection.prepareStatement(
                "INSERT INTO "
                    + schema
                    + ".effect (event_id, operation_id, cents) VALUES (?, ?, ?)");
        PreparedStatement account =
            connection.prepareStatement(
                "UPDATE "
                    + schema
                    + ".account SET cents = cents + ?, version = version + 1 WHERE id = 1")) {
      effect.setString(1, delivery.eventId());
      effect.setString(2, delivery.operationId());
      effect.setLong(3, delivery.cents());
      effect.executeUpdate();
      account.setLong(1, delivery.cents());
      if (account.executeUpdate() != 1) {
        throw new SQLException("there is no account 1");
      }
    }
  }

  /** What one statement returns, a number. */
  long number(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Waits until no transaction holds the account's row: a killed consumer's has ended, too. */
  void awaitTransactionEnd() throws SQLException {
    number("SELECT cents FROM account WHERE id = 1 FOR UPDATE");
  }

  /** The account's cents. */
  long balance() throws SQLException {
    return number("SELECT cents FROM account WHERE id = 1");
  }

  long effects() throws SQLException {
    return number("SELECT COUNT(*) FROM effect");
  }

  long inboxRows() throws SQLException {
    return number("SELECT COUNT(*) FROM inbox");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
