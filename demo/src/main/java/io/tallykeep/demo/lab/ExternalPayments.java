package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's payments through the provider: the intent is committed as PROCESSING before the
 * request leaves, and an answer that does not come makes it UNKNOWN.
 */
final class ExternalPayments {
  private final CreditTables schema;
  private final ProviderClient provider;

  ExternalPayments(CreditTables schema, ProviderClient provider) {
    this.schema = schema;
    this.provider = provider;
  }

  ExternalPayments create() throws SQLException {
    try (Connection connection = schema.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE payment (operation_id VARCHAR(64) PRIMARY KEY, status VARCHAR(16) NOT NULL,"
              + " receipt_id VARCHAR(64))");
    }
    return this;
  }

  /** Commits the intent, then asks the provider; returns the payment's status on record. */
  String pay(String operationId, String path) throws SQLException {
    update(
        "INSERT INTO payment (status, receipt_id, operation_id) VALUES (?, ?, ?)",
        "PROCESSING",
        null,
        operationId);
    return attempt(operationId, path);
  }

  /** Asks the provider; returns the payment's status on record. */
  String attempt(String operationId, String path) throws SQLException {
    try {
      record("SUCCEEDED", provider.pay(path), operationId);
    } catch (IOException answerLost) {
      record("UNKNOWN", null, operationId);
    }
    return status(operationId);
  }

  private void record(String status, @Nullable String receipt, String operationId)
      throws SQLException {
    update(
        "UPDATE payment SET status = ?, receipt_id = ? WHERE operation_id = ?",
        status,
        receipt,
        operationId);
  }

  private void update(String sql, String status, @Nullable String receipt, String operationId)
      throws SQLException {
    try (Connection connection = schema.connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, status);
      statement.setString(2, receipt);
      statement.setString(3, operationId);
      statement.executeUpdate();
    }
  }

  /** The payment's status on record. */
  String status(String operationId) throws SQLException {
    return column("status", operationId);
  }

  /** The receipt's id on record; empty if none is. */
  String receipt(String operationId) throws SQLException {
    return column("COALESCE(receipt_id, '')", operationId);
  }

  private String column(String what, String operationId) throws SQLException {
    try (Connection connection = schema.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT " + what + " FROM payment WHERE operation_id = ?")) {
      statement.setString(1, operationId);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getString(1) : "";
      }
    }
  }

  long rows() throws SQLException {
    return schema.number("SELECT COUNT(*) FROM payment");
  }
}
