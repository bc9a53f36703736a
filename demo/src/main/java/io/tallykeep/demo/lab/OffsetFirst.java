package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * WRONG, to be seen failing: saves the offset, then applies the message. A crash in between loses
 * it.
 */
final class OffsetFirst implements Consumer {
  /** The offset is on disk, the message not applied. */
  static final String OFFSET_SAVED = "OFFSET_SAVED";

  private final Topic topic;
  private final CreditTables tables;
  private final Points points;

  OffsetFirst(Topic topic, CreditTables tables, Points points) {
    this.topic = topic;
    this.tables = tables;
    this.points = points;
  }

  @Override
  public String deliver(Delivery delivery) throws IOException, SQLException {
    topic.advance();
    points.at(OFFSET_SAVED);
    try (Connection connection = tables.connect()) {
      connection.setAutoCommit(false);
      tables.credit(connection, delivery);
      connection.commit();
    }
    return "SUCCEEDED";
  }
}
