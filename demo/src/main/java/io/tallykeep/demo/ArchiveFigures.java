package io.tallykeep.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What the control schema recorded of the archive run. */
final class ArchiveFigures {
  private static final String FILES =
      "SELECT COALESCE(SUM(row_count), 0), COALESCE(SUM(size_bytes), 0)"
          + " FROM tallykeep.archive_file";

  /** Wall time of the copy steps: read, encode and upload. */
  private static final String COPY_MICROS =
      "SELECT COALESCE(SUM(TIMESTAMPDIFF(MICROSECOND, START_TIME, END_TIME)), 0)"
          + " FROM tallykeep.BATCH_STEP_EXECUTION WHERE STEP_NAME = 'copy' AND STATUS = 'COMPLETED'";

  private final DataSource server;

  ArchiveFigures(DataSource server) {
    this.server = server;
  }

  /**
   * The figures.
   *
   * @param rows rows in data files
   * @param bytes size of the data files
   * @param copyMicros time the copies took
   */
  record Read(long rows, long bytes, long copyMicros) {}

  Read read() throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      long rows;
      long bytes;
      try (ResultSet row = statement.executeQuery(FILES)) {
        row.next();
        rows = row.getLong(1);
        bytes = row.getLong(2);
      }
      try (ResultSet row = statement.executeQuery(COPY_MICROS)) {
        row.next();
        return new Read(rows, bytes, row.getLong(1));
      }
    }
  }
}
