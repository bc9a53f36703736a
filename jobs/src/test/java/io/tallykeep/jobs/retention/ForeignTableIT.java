package io.tallykeep.jobs.retention;

import static java.time.temporal.ChronoUnit.DAYS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.ConfiguredTable;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole cycle over a table that shares no name with the reference schema: counting primary key,
 * an identity of three columns in a unique key, months in TO_DAYS partitions, no business key.
 */
class ForeignTableIT {
  private static final int ROWS = 9;

  /** Rows of one identity prefix, whose keys are a hash: the days of a month come interleaved. */
  private static final String COLUMNS =
      """
      (
        seq BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
        subscriber VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        stream_no BIGINT NOT NULL,
        message_key VARBINARY(16) NOT NULL,
        booked_on DATE NOT NULL,
        phase TINYINT NOT NULL,
        body_sha1 BINARY(20) NOT NULL,
        answer VARCHAR(200) COLLATE utf8mb4_0900_ai_ci NULL,
        fee DECIMAL(12,4) NULL,
        noted_at TIMESTAMP(3) NOT NULL,
        remark TEXT NULL,
        PRIMARY KEY (seq, booked_on),
        UNIQUE KEY one_effect (subscriber, stream_no, message_key, booked_on),
        KEY by_note (noted_at)
      ) DEFAULT CHARACTER SET utf8mb4 PARTITION BY RANGE (TO_DAYS(booked_on)) (%s)""";

  @TempDir private Path folder;
  private ConfiguredTable table;
  private LocalDate month;
  private LocalDate firstKept;

  /** Five months of partitions to the end of this one, with rows of today. */
  @BeforeEach
  void createTheTable() throws Exception {
    LocalDate today = LocalDate.now(Clock.systemUTC());
    month = today.withDayOfMonth(1);
    firstKept = month.minusMonths(3).withDayOfMonth(11);
    List<String> partitions = new ArrayList<>();
    for (int back = 4; back >= 0; back--) {
      LocalDate first = month.minusMonths(back);
      partitions.add(
          "PARTITION "
              + name(first)
              + " VALUES LESS THAN (TO_DAYS('"
              + first.plusMonths(1)
              + "'))");
    }
    table =
        ConfiguredTable.create(
            Sandbox.shared(), folder, COLUMNS.formatted(String.join(", ", partitions)));
    table.configure(
        """
        identity: [subscriber, stream_no, message_key]
        event-day: booked_on
        payload-hash: body_sha1
        result: [phase, answer, fee, noted_at]
        live-rows: {column: phase, values: ["0", "-1"]}
        windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: %d, provision-days: 40}
        """
            .formatted(DAYS.between(firstKept, today)));
    fill(today, today);
  }

  private static String name(LocalDate first) {
    return String.format(Locale.ROOT, "m%d_%02d", first.getYear(), first.getMonthValue());
  }

  private void fill(LocalDate first, LocalDate last) throws SQLException {
    table.sql(
        "INSERT INTO "
            + table.table()
            + " (subscriber, stream_no, message_key, booked_on, phase, body_sha1, answer, fee,"
            + " noted_at, remark)"
            + " WITH RECURSIVE days (d) AS (SELECT DATE '"
            + first
            + "' UNION ALL SELECT d + INTERVAL 1 DAY FROM days WHERE d < '"
            + last
            + "'), numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < "
            + ROWS
            + ") SELECT IF(n % 2, 'billing', 'shipping'),"
            + " IF(n % 3, -9007199254740993, 9223372036854775807), UNHEX(MD5(CONCAT(d, '/', n))),"
            + " d, 7, UNHEX(SHA1(CONCAT(d, '/', n))), IF(n = 4, NULL, CONCAT('Zahlung ', n, ' €')),"
            + " n * 1000.0001, TIMESTAMP(d) + INTERVAL n * 1001 MICROSECOND,"
            + " IF(n = 5, REPEAT('x', 3000), NULL) FROM days CROSS JOIN numbers");
  }

  private Outcome lookup(LocalDate day, int row, String... more) {
    String key = HexFormat.of().formatHex(md5(day + "/" + row));
    return table.run(
        Stream.of(
                Stream.of("verifier", "lookup", "--json"),
                Stream.of("--id", row % 2 == 1 ? "billing" : "shipping"),
                Stream.of("--id", row % 3 == 0 ? "9223372036854775807" : "-9007199254740993"),
                Stream.of("--id", key),
                Stream.of(more))
            .flatMap(words -> words)
            .toArray(String[]::new));
  }

  private static byte[] md5(String text) {
    try {
      return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void runs(String job) {
    Outcome outcome = table.run("jobs", "run", job);
    assertThat(outcome.exitCode()).as(job + ": " + outcome).isZero();
  }

  private void adopt() {
    Outcome adopted =
        table.run("jobs", "guard", "install", "--covered-since", month.minusMonths(4).toString());
    assertThat(adopted.exitCode()).as(adopted.toString()).isZero();
  }

  @Test
  void wholeMonthsLeaveMysqlAndEveryDayStaysAnswered() throws SQLException {
    fill(month.minusMonths(4), month.minusMonths(1).minusDays(1));
    adopt();
    assertNextMonthIsProvisioned();
    assertPlanTakesTheThreeOldMonths();

    runs("archive");
    assertEachDayHasOneFileWithItsRows();
    assertThatClosedDaysRefuseTheirEvents();
    runs("drop");
    assertThat(table.query("SELECT DISTINCT progress FROM " + oldDays()))
        .containsExactly("DROPPED");
    assertThat(table.query("SELECT COUNT(*) FROM " + table.table()))
        .containsExactly(String.valueOf(ROWS));
    assertThat(table.partitionNames()).doesNotContain(name(month.minusMonths(2)));
    assertAnswers();

    runs("expire");
    assertWholeDaysExpired();
  }

  private String oldDays() {
    return table.ledger()
        + " WHERE table_partition IS NOT NULL AND event_day < '"
        + month.minusMonths(1)
        + "'";
  }

  private void assertNextMonthIsProvisioned() throws SQLException {
    runs("provision");
    List<String> wanted = new ArrayList<>();
    LocalDate next = month.plusMonths(1);
    for (; !next.isAfter(table.today().plusDays(40)); next = next.plusMonths(1)) {
      wanted.add(name(next));
    }
    assertThat(table.partitionNames()).hasSize(5 + wanted.size()).endsWith(last(wanted));
    assertThat(
            table.query(
                "SELECT FROM_DAYS(PARTITION_DESCRIPTION) FROM information_schema.PARTITIONS"
                    + " WHERE TABLE_SCHEMA = '"
                    + table.schema()
                    + "' AND PARTITION_NAME = '"
                    + last(wanted)
                    + "'"))
        .containsExactly(next.toString());
    assertThat(table.query("SELECT COUNT(*) FROM " + table.ledger() + " WHERE progress = 'ONLINE'"))
        .as("every day from the first covered one to the end of the last new month")
        .containsExactly(String.valueOf(DAYS.between(month.minusMonths(4), next)));
  }

  private static String last(List<String> names) {
    return names.get(names.size() - 1);
  }

  private void assertPlanTakesTheThreeOldMonths() {
    Outcome plan = table.run("jobs", "plan", "archive");
    assertThat(plan.exitCode()).as(plan.toString()).isZero();
    for (int back = 4; back >= 2; back--) {
      assertThat(plan.out())
          .containsPattern(name(month.minusMonths(back)) + " .*RUN .*ELIGIBLE: all its days");
    }
    assertThat(plan.out()).containsPattern(name(month) + " .*WAIT .*IN_ONLINE_WINDOW");
  }

  /**
   * 28 to 31 days come interleaved in identity order, and memory is bounded to four open files;
   * each day goes to one file all the same.
   */
  private void assertEachDayHasOneFileWithItsRows() throws SQLException {
    assertThat(
            table.query(
                "SELECT progress, COUNT(*), MIN(row_count), MAX(row_count) FROM "
                    + oldDays()
                    + " GROUP BY progress"))
        .containsExactly(
            "HELD "
                + DAYS.between(month.minusMonths(4), month.minusMonths(1))
                + " "
                + ROWS
                + " "
                + ROWS);
    assertThat(
            table.query(
                "SELECT event_day, COUNT(*), SUM(row_count) FROM `"
                    + table.control()
                    + "`.archive_file WHERE event_day < '"
                    + month.minusMonths(1)
                    + "' GROUP BY event_day HAVING COUNT(*) <> 1 OR SUM(row_count) <> "
                    + ROWS))
        .isEmpty();
  }

  private void assertAnswers() {
    LocalDate lastDay = month.minusMonths(1).minusDays(1);
    for (int row : List.of(1, 6, ROWS)) {
      assertAnswer(lookup(lastDay, row, "--day", lastDay.toString()), 0, "DUPLICATE", "ARCHIVE");
    }
    Outcome found = lookup(lastDay, 4);
    assertAnswer(found, 0, "DUPLICATE", "ARCHIVE");
    assertThat(found.out())
        .contains("\"eventDay\" : \"" + lastDay + "\"")
        .contains("\"phase\" : \"7\"")
        .contains("\"answer\" : null")
        .contains("\"fee\" : \"4000.0004\"")
        .contains("\"noted_at\" : \"" + lastDay + "T00:00:00.004Z\"")
        .contains("\"recordedHash\"");
    assertAnswer(lookup(lastDay, ROWS + 1, "--day", lastDay.toString()), 0, "UNSEEN", "NONE");
    assertAnswer(
        lookup(lastDay, 2, "--day", lastDay.toString(), "--payload-hash", "00".repeat(20)),
        3,
        "CONFLICT",
        "ARCHIVE");
    assertAnswer(lookup(lastDay, ROWS + 1), 2, "UNDECIDABLE", "NONE");
    LocalDate today = table.today();
    assertAnswer(lookup(today, 1, "--day", today.toString()), 0, "DUPLICATE", "ONLINE");
  }

  private static void assertAnswer(Outcome outcome, int exitCode, String answer, String where) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    assertThat(outcome.out())
        .contains("\"answer\" : \"" + answer + "\"", "\"where\" : \"" + where + "\"");
  }

  private void assertWholeDaysExpired() throws SQLException {
    assertThat(table.query("SELECT progress, COUNT(*) FROM " + oldDays() + " GROUP BY progress"))
        .containsExactlyInAnyOrder(
            "EXPIRED " + DAYS.between(month.minusMonths(4), firstKept),
            "DROPPED " + DAYS.between(firstKept, month.minusMonths(1)));
    LocalDate lastExpired = firstKept.minusDays(1);
    Outcome beyond = lookup(lastExpired, 1, "--day", lastExpired.toString());
    assertThat(beyond.exitCode()).as(beyond.toString()).isEqualTo(2);
    assertThat(beyond.out()).contains("\"answer\" : \"BEYOND_WINDOW\"");
    assertAnswer(lookup(firstKept, 1, "--day", firstKept.toString()), 0, "DUPLICATE", "ARCHIVE");
  }

  @Test
  void aRowWhoseNumberedStateSaysItIsNotDoneDefersItsMonthAndNoOther() throws SQLException {
    LocalDate stuck = month.minusMonths(3).plusDays(5);
    fill(stuck, stuck);
    fill(month.minusMonths(2), month.minusMonths(2).plusDays(1));
    adopt();
    table.sql(
        "UPDATE "
            + table.table()
            + " SET phase = -1 WHERE booked_on = '"
            + stuck
            + "' AND message_key = UNHEX(MD5('"
            + stuck
            + "/3'))");

    Outcome archive = table.run("jobs", "run", "archive");

    assertThat(archive.exitCode()).as(archive.toString()).isEqualTo(2);
    assertThat(archive.out())
        .contains(name(stuck) + ": DEFERRED", "ROWS_NOT_READY", "stream_no=9223372036854775807")
        .contains("message_key=0x" + HexFormat.of().formatHex(md5(stuck + "/3")))
        .as("a month without rows is archived, too")
        .contains(name(month.minusMonths(4)) + ": COMPLETED")
        .contains(name(month.minusMonths(2)) + ": COMPLETED");
    assertAnswer(lookup(stuck, 3, "--day", stuck.toString()), 0, "IN_PROGRESS", "ONLINE");
    assertThat(
            table.query(
                "SELECT DISTINCT progress, attention FROM "
                    + table.ledger()
                    + " WHERE table_partition = '"
                    + name(stuck)
                    + "'"))
        .containsExactly("CLOSED DEFERRED");
  }

  @Test
  void theDryRunOfAnAdoptionPrintsItsSqlAndChangesNothing() throws SQLException {
    Outcome dry =
        table.run(
            "jobs",
            "guard",
            "install",
            "--dry-run",
            "--covered-since",
            month.minusMonths(4).toString());

    assertThat(dry.exitCode()).as(dry.toString()).isZero();
    assertThat(dry.out())
        .contains(
            "CREATE TABLE `" + table.control() + "`.`late_messages`",
            "PRIMARY KEY (`subscriber`, `stream_no`, `message_key`)",
            "-- the day ledger gets ",
            "BEFORE INSERT ON `" + table.schema() + "`.`consumed`");
    assertThat(
            table.query(
                "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
                    + table.control()
                    + "'"))
        .isEmpty();
  }

  private void assertThatClosedDaysRefuseTheirEvents() {
    LocalDate day = month.minusMonths(2);
    assertThat(IntStream.of(3, ROWS + 1).mapToObj(row -> insertAgain(day, row)).toList())
        .allMatch(message -> message.contains("Tallykeep gate: day " + day));
  }

  private String insertAgain(LocalDate day, int row) {
    try {
      table.sql(
          "INSERT INTO "
              + table.table()
              + " (subscriber, stream_no, message_key, booked_on, phase, body_sha1, noted_at)"
              + " VALUES ('billing', 5, UNHEX(MD5('"
              + day
              + "/"
              + row
              + "')), '"
              + day
              + "', 7, REPEAT('x', 20), NOW())");
      return "inserted";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
