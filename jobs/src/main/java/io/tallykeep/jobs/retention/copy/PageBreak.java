package io.tallykeep.jobs.retention.copy;

import java.sql.Connection;
import java.sql.SQLException;

/** What a read does between two pages, when it holds nothing on the server. */
@FunctionalInterface
public interface PageBreak {
  /** Goes on at once. */
  PageBreak NONE = connection -> {};

  /**
   * Returns when the read may go on.
   *
   * @param connection the read's own, between two statements
   */
  void pause(Connection connection) throws SQLException;
}
