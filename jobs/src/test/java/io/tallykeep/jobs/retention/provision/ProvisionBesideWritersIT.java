package io.tallykeep.jobs.retention.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.ConfiguredTable;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adding partitions to a table in use: two tries that wait one second each. */
class ProvisionBesideWritersIT {
  @TempDir private Path folder;
  private final LocalDate today = LocalDate.now(Clock.systemUTC());
  private ConfiguredTable table;

  @BeforeEach
  void createATable() throws Exception {
    table =
        ConfiguredTable.create(
            Sandbox.shared(),
            folder,
            "(consumer VARCHAR(40) COLLATE utf8mb4_0900_bin NOT NULL,"
                + " event_id BIGINT NOT NULL, event_day DATE NOT NULL,"
                + " PRIMARY KEY (consumer, event_id, event_day))"
                + " PARTITION BY RANGE COLUMNS (event_day)"
                + " (PARTITION d1 VALUES LESS THAN ('"
                + today
                + "'), PARTITION d2 VALUES LESS THAN ('"
                + today.plusDays(1)
                + "'), PARTITION rest VALUES LESS THAN (MAXVALUE))");
    table.configure(
        """
        identity: [consumer, event_id]
        event-day: event_day
        windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10, provision-days: 3}
        """);
  }

  /** What a writer saw. */
  private record Written(long rows, Duration longest) {}

  /** Inserts rows one by one, each its own transaction, until told to stop. */
  private CompletableFuture<Written> write(AtomicBoolean stop) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Connection connection = table.server().getConnection();
              PreparedStatement insert =
                  connection.prepareStatement(
                      "INSERT INTO " + table.table() + " VALUES ('c', ?, '" + today + "')")) {
            long rows = 0;
            long longest = 0;
            while (!stop.get()) {
              long begun = System.nanoTime();
              insert.setLong(1, rows++);
              insert.executeUpdate();
              longest = Math.max(longest, System.nanoTime() - begun);
            }
            return new Written(rows, Duration.ofNanos(longest));
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void aTransactionInTheWayIsNamedAndWritersWaitNoLongerThanOneTry() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Written> writer;
    Outcome blocked;
    try (Connection reader = table.server().getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT COUNT(*) FROM " + table.table());
      String connectionId = connectionId(statement);
      writer = write(stop);

      blocked = table.run("jobs", "run", "provision");

      assertThat(blocked.exitCode()).as(blocked.toString()).isEqualTo(2);
      assertThat(blocked.out())
          .contains("METADATA_LOCK")
          .contains("connection " + connectionId + " (");
      reader.rollback();
    } finally {
      stop.set(true);
    }
    Written written = writer.get(20, TimeUnit.SECONDS);
    assertThat(written.longest()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(3));
    assertThat(table.partitionNames()).containsExactly("d1", "d2", "rest");
    assertThat(table.query("SELECT COUNT(*) FROM " + table.table()))
        .containsExactly(String.valueOf(written.rows()));

    Outcome free = table.run("jobs", "run", "provision");
    assertThat(free.exitCode()).as(free.toString()).isZero();
    assertThat(table.partitionNames()).hasSize(6);
  }

  private static String connectionId(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void partitionsAreAddedBesideAWriterThatLosesNoRow() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Written> writer = write(stop);
    Outcome outcome;
    try {
      outcome = table.run("jobs", "run", "provision");
    } finally {
      stop.set(true);
    }
    Written written = writer.get(20, TimeUnit.SECONDS);

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("3 partition(s) created");
    assertThat(written.longest()).isLessThan(Duration.ofSeconds(3));
    assertThat(table.query("SELECT COUNT(*) FROM " + table.table() + " PARTITION (d2)"))
        .containsExactly(String.valueOf(written.rows()));
  }
}
