package io.tallykeep.archive.table;

import java.sql.SQLException;

/** An SQL exception in one line: the driver's messages run over several. */
final class SqlText {
  private SqlText() {}

  static String of(SQLException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message + ", SQLSTATE " + e.getSQLState() + ", error " + e.getErrorCode();
  }
}
