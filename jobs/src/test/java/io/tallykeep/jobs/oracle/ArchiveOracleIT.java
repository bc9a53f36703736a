package io.tallykeep.jobs.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.WideRows;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * What MySQL held of a day before it was dropped, by MySQL's own account, is what DuckDB finds in
 * the data files and Iceberg's own catalog and reader find in the table.
 */
class ArchiveOracleIT {
  private static final int DAYS = 6;
  private static final int ROWS = 1_000;
  private static final List<String> IDENTITY = List.of("consumer_name", "event_id");

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;

  @Test
  void otherReadersFindWhatMysqlHad() throws Exception {
    TestInbox inbox = TestInbox.create(sandbox, folder, DAYS);
    LocalDate day = inbox.day(DAYS);
    inbox.fill(day, ROWS);
    WideRows.addColumnsOfEveryType(inbox);
    WideRows.putExtremesInto(inbox, day);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    ColumnHashes before = mysql(inbox, day);
    assertThat(before.rows()).isEqualTo(ROWS);
    assertThat(before.columns()).hasSize(15 + 11);

    moveHalfToTheLateTable(inbox);
    for (String job : List.of("archive", "late", "drop")) {
      assertThat(inbox.run("jobs", "run", job).exitCode()).as(job).isZero();
    }

    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table())).containsExactly("0");
    assertThat(new LateRows(inbox).count()).isZero();
    assertSame("DuckDB", duckDb(inbox, day), before);
    assertSame(
        "Iceberg", StockEngine.rows(sandbox, inbox, IDENTITY, (int) day.toEpochDay()), before);
  }

  /** Some of the rows with values at the edges among them. */
  private static void moveHalfToTheLateTable(TestInbox inbox) throws SQLException {
    String half = inbox.table() + " WHERE RIGHT(event_id, 1) IN ('0', '2', '3', '6', '8')";
    inbox.sql(
        "INSERT INTO " + new LateRows(inbox).table() + " SELECT * FROM " + half,
        "DELETE FROM " + half);
  }

  private static void assertSame(String reader, ColumnHashes found, ColumnHashes before) {
    assertThat(found.rows()).as("%s: rows", reader).isEqualTo(before.rows());
    assertThat(found.columns()).as("%s: columns", reader).isEqualTo(before.columns());
    assertThat(found.columns().stream().filter(column -> !found.sameColumn(before, column)))
        .as("%s: columns with other values", reader)
        .isEmpty();
  }

  private static ColumnHashes mysql(TestInbox inbox, LocalDate day) throws SQLException {
    try (Connection connection = inbox.server().getConnection()) {
      return SqlRows.mysql(connection, IDENTITY, inbox.schema(), "inbox", TestInbox.partition(day));
    }
  }

  private ColumnHashes duckDb(TestInbox inbox, LocalDate day) throws SQLException, IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    try (TestArchive archive = new TestArchive(inbox)) {
      S3Client s3 = archive.servers().storage().s3Client();
      List<String> keys =
          s3
              .listObjectsV2(
                  request -> request.bucket(inbox.bucket()).prefix("tallykeep/archive/inbox/data/"))
              .contents()
              .stream()
              .map(S3Object::key)
              .filter(key -> key.contains("event_day=" + day))
              .toList();
      for (String key : keys) {
        Path file = files.resolve(key.replace('/', '_'));
        s3.getObject(request -> request.bucket(inbox.bucket()).key(key), file);
      }
    }
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      return SqlRows.duckDb(duckDb, IDENTITY, files + "/*.parquet");
    }
  }
}
