package io.tallykeep.demo.lab;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The plain transaction of a consumer: insert the inbox row, credit the account, commit. */
final class TeachingInbox {
  private TeachingInbox() {}

  /** Inserts the inbox row; waits for, or fails on, another transaction's row of the same key. */
  static void insert(Connection connection, Delivery delivery) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO inbox VALUES ('credit-v1', ?, REPEAT('a', 64), 'OK')")) {
      insert.setString(1, delivery.eventId());
      insert.executeUpdate();
    }
  }
}
