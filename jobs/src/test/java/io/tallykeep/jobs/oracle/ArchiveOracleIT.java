package io.tallykeep.jobs.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
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
    addColumnsOfEveryType(inbox);
    putExtremesInto(inbox, day);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    ColumnHashes before = mysql(inbox, day);
    assertThat(before.rows()).isEqualTo(ROWS);
    assertThat(before.columns()).hasSize(15 + 11);

    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();

    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table())).containsExactly("0");
    assertSame("DuckDB", duckDb(inbox, day), before);
    assertSame(
        "Iceberg", StockEngine.rows(sandbox, inbox, IDENTITY, (int) day.toEpochDay()), before);
  }

  private static void assertSame(String reader, ColumnHashes found, ColumnHashes before) {
    assertThat(found.rows()).as("%s: rows", reader).isEqualTo(before.rows());
    assertThat(found.columns()).as("%s: columns", reader).isEqualTo(before.columns());
    assertThat(found.columns().stream().filter(column -> !found.sameColumn(before, column)))
        .as("%s: columns with other values", reader)
        .isEmpty();
  }

  private static void addColumnsOfEveryType(TestInbox inbox) throws SQLException {
    inbox.sql(
        "ALTER TABLE "
            + inbox.table()
            + " ADD COLUMN a_tinyint TINYINT(1) NULL, ADD COLUMN a_smallint SMALLINT UNSIGNED NULL,"
            + " ADD COLUMN an_int INT UNSIGNED NULL, ADD COLUMN a_bigint BIGINT UNSIGNED NULL,"
            + " ADD COLUMN a_decimal DECIMAL(38,10) NULL, ADD COLUMN a_rate DECIMAL(9,9) NULL,"
            + " ADD COLUMN a_date DATE NULL, ADD COLUMN a_timestamp TIMESTAMP(6) NULL,"
            + " ADD COLUMN a_varbinary VARBINARY(40) NULL, ADD COLUMN a_text TEXT NULL,"
            + " ADD COLUMN a_latin VARCHAR(20) CHARACTER SET latin1 NULL");
  }

  /** Values at the edges in some rows, NULL in others, ordinary ones in the rest. */
  private static void putExtremesInto(TestInbox inbox, LocalDate day) throws SQLException {
    String update = "UPDATE " + inbox.table() + " SET ";
    String of = " WHERE event_id = '";
    inbox.sql(
        update
            + "a_tinyint = source_offset % 3 - 1, a_smallint = source_offset * 60,"
            + " an_int = source_offset * 4000000, a_bigint = CAST(source_offset AS UNSIGNED) * 18000000000000000,"
            + " a_decimal = source_offset / 7, a_rate = 1 / (source_offset + 1),"
            + " a_date = event_day - INTERVAL source_offset DAY,"
            + " a_timestamp = TIMESTAMP('2026-03-29 00:30:00') + INTERVAL source_offset * 7 SECOND,"
            + " a_varbinary = UNHEX(LEFT(SHA2(event_id, 256), source_offset % 20 * 2)),"
            + " a_text = REPEAT('x', source_offset % 50), a_latin = CONCAT('é', source_offset)",
        update
            + "result_code = NULL, amount_minor = NULL, currency = NULL, source_topic = NULL,"
            + " source_partition = NULL, source_offset = NULL, a_tinyint = NULL, a_smallint = NULL,"
            + " an_int = NULL, a_bigint = NULL, a_decimal = NULL, a_rate = NULL, a_date = NULL,"
            + " a_timestamp = NULL, a_varbinary = NULL, a_text = NULL, a_latin = NULL"
            + of
            + TestInbox.event(day, 1)
            + "'",
        update
            + "result_code = '', source_topic = '', a_varbinary = '', a_text = '', a_latin = '',"
            + " amount_minor = -9223372036854775808, a_tinyint = -128, a_smallint = 0, an_int = 0,"
            + " a_bigint = 0, a_decimal = -9999999999999999999999999999.9999999999,"
            + " a_rate = -0.999999999, a_date = '1000-01-01', a_timestamp = '1970-01-01 00:00:01',"
            + " received_at = '1000-01-01 00:00:00'"
            + of
            + TestInbox.event(day, 2)
            + "'",
        update
            + "result_code = '\uD83D\uDCB6 paid ', a_text = REPEAT('\uD83D\uDCB6', 1000),"
            + " amount_minor = 9223372036854775807, a_tinyint = 127, a_smallint = 65535,"
            + " an_int = 4294967295, a_bigint = 18446744073709551615,"
            + " a_decimal = 9999999999999999999999999999.9999999999, a_rate = 0.999999999,"
            + " a_date = '9999-12-31', a_timestamp = '2038-01-19 03:14:07.999999',"
            + " received_at = '9999-12-31 23:59:59.999999'"
            + of
            + TestInbox.event(day, 3)
            + "'",
        update
            + "received_at = '2026-03-29 02:30:00.000001',"
            + " a_timestamp = '2026-10-25 01:30:00.123456', a_varbinary = UNHEX(REPEAT('00', 40))"
            + of
            + TestInbox.event(day, 4)
            + "'");
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
