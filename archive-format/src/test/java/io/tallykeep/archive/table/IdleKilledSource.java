package io.tallykeep.archive.table;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/** Hands out, every second time, a connection that the server has closed for being idle. */
final class IdleKilledSource extends DelegatingDataSource {
  private final AtomicInteger asked = new AtomicInteger();

  IdleKilledSource(DataSource target) {
    super(target);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    if (asked.getAndIncrement() % 2 == 0) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION wait_timeout = 1");
      }
      Awaitility.await().pollDelay(Duration.ofMillis(1500)).until(() -> true);
    }
    return connection;
  }
}
