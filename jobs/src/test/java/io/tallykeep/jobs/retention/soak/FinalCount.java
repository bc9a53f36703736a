package io.tallykeep.jobs.retention.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Counts every event of every place: MySQL's two tables by MySQL, the archive's files by DuckDB.
 */
final class FinalCount {
  private final TestInbox inbox;
  private final TestArchive archive;
  private final Oracle oracle;
  private final Path folder;
  private final int[] amounts;
  private final List<String> wrong = new ArrayList<>();
  private long online;
  private long late;
  private long archived;

  FinalCount(TestInbox inbox, TestArchive archive, Oracle oracle, Path folder) {
    this.inbox = inbox;
    this.archive = archive;
    this.oracle = oracle;
    this.folder = folder;
    this.amounts = new int[oracle.events()];
  }

  void assertEveryRowOnce() throws SQLException, IOException {
    try (Connection mysql = inbox.server().getConnection()) {
      online = take(mysql, "SELECT event_id, amount_minor FROM " + inbox.table());
      late =
          take(mysql, "SELECT event_id, amount_minor FROM `" + inbox.control() + "`.`late_inbox`");
    }
    archived = archived();
    Set<String> expiredDays =
        Set.copyOf(
            inbox.query(
                "SELECT event_day FROM `"
                    + inbox.control()
                    + "`.day_ledger WHERE progress = 'EXPIRED'"));
    long expired = 0;
    for (int event = 0; event < amounts.length && wrong.size() < 20; event++) {
      boolean beyond = expiredDays.contains(oracle.day(event).toString());
      int expected = beyond ? 0 : oracle.amount(event);
      expired += beyond && oracle.amount(event) > 0 ? 1 : 0;
      if (amounts[event] != expected) {
        wrong.add(
            Oracle.id(event)
                + " of "
                + oracle.day(event)
                + ": committed was "
                + expected
                + ", found "
                + amounts[event]);
      }
    }
    System.out.printf(
        "soak: in the end %d rows online, %d late, %d archived, %d expired; %d wrong%n",
        online, late, archived, expired, wrong.size());
    assertThat(wrong).isEmpty();
    assertThat(online).as("rows online").isPositive();
    assertThat(archived).as("rows archived").isPositive();
  }

  private long take(Connection connection, String sql) throws SQLException {
    long rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows++;
        int event = Integer.parseInt(row.getString(1).substring("soak-".length()));
        if (amounts[event] != 0) {
          wrong.add(row.getString(1) + " is there twice: " + sql);
        }
        amounts[event] = row.getInt(2);
      }
    }
    return rows;
  }

  private long archived() throws SQLException, IOException {
    Path files = Files.createDirectory(folder.resolve("archived"));
    S3Client s3 = archive.servers().storage().s3Client();
    int number = 0;
    for (ArchivedFile file : archive.table().at(archive.table().pointer()).allFiles()) {
      URI at = URI.create(file.path());
      Path target = files.resolve(number++ + ".parquet");
      s3.getObject(request -> request.bucket(at.getHost()).key(at.getPath().substring(1)), target);
    }
    if (number == 0) {
      return 0;
    }
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      return take(
          duckDb, "SELECT event_id, amount_minor FROM read_parquet('" + files + "/*.parquet')");
    }
  }
}
