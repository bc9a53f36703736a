package io.tallykeep.demo.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The provider's books: what it was asked, and what it debited. Each change commits by itself. */
final class ProviderTables {
  private final CreditTables schema;

  ProviderTables(CreditTables schema) {
    this.schema = schema;
  }

  /** Makes the tables, with 10000 cents on the customer's account. */
  ProviderTables create() throws SQLException {
    try (Connection connection = schema.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE request (no BIGINT AUTO_INCREMENT PRIMARY KEY, client_key VARCHAR(64))");
      statement.execute(
          "CREATE TABLE debit (receipt_id VARCHAR(64) PRIMARY KEY, client_key VARCHAR(64) UNIQUE,"
              + " cents BIGINT NOT NULL)");
    }
    schema.createAccount(10_000);
    return this;
  }

  String schema() {
    return schema.schema();
  }

  /** Debits, whatever was debited before; returns the receipt's id. */
  String debit() throws SQLException {
    try (Connection connection = schema.connect()) {
      connection.setAutoCommit(false);
      String receipt = insert(connection, null);
      connection.commit();
      return receipt;
    }
  }

  /** Debits once per client key; returns the receipt's id of the one debit. */
  String debitOnce(String clientKey) throws SQLException {
    try (Connection connection = schema.connect()) {
      connection.setAutoCommit(false);
      String known = receipt(connection, "client_key", clientKey);
      if (known.isEmpty()) {
        known = insert(connection, clientKey);
      } else {
        request(connection, clientKey);
      }
      connection.commit();
      return known;
    }
  }

  private String insert(Connection connection, @Nullable String clientKey) throws SQLException {
    request(connection, clientKey);
    String receipt = "r-" + UUID.randomUUID();
    try (PreparedStatement debit =
        connection.prepareStatement("INSERT INTO debit VALUES (?, ?, 100)")) {
      debit.setString(1, receipt);
      debit.setString(2, clientKey);
      debit.executeUpdate();
    }
    schema.credit(connection, new Delivery(receipt, receipt, -100));
    return receipt;
  }

  private static void request(Connection connection, @Nullable String clientKey)
      throws SQLException {
    try (PreparedStatement request =
        connection.prepareStatement("INSERT INTO request (client_key) VALUES (?)")) {
      request.setString(1, clientKey);
      request.executeUpdate();
    }
  }

  /** The receipt's id by the client's key; empty if there is none. */
  String receiptOf(String clientKey) throws SQLException {
    try (Connection connection = schema.connect()) {
      return receipt(connection, "client_key", clientKey);
    }
  }

  /** The receipt's id if it exists; else empty. */
  String receipt(String receiptId) throws SQLException {
    try (Connection connection = schema.connect()) {
      return receipt(connection, "receipt_id", receiptId);
    }
  }

  private static String receipt(Connection connection, String column, String value)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT receipt_id FROM debit WHERE " + column + " = ?")) {
      select.setString(1, value);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? rows.getString(1) : "";
      }
    }
  }

  long requests() throws SQLException {
    return schema.number("SELECT COUNT(*) FROM request");
  }

  long debits() throws SQLException {
    return schema.number("SELECT COUNT(*) FROM debit");
  }

  long balance() throws SQLException {
    return schema.balance();
  }
}
