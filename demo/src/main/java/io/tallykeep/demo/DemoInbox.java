package io.tallykeep.demo;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.schema.Schemas;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The demo's inbox and business keys: every row made from its day's number and its own, so that any
 * event and its payload hash can be named later. Every tenth row belongs to an operation.
 */
final class DemoInbox {
  static final String CONSUMER = "ledger-v1";

  /** An event that comes when its day is closed. */
  static final String LATE_EVENT = "evt-late";

  /** Day of the one row that is left unfinished, counted back from today. */
  static final int UNFINISHED_DAYS_AGO = 2;

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'p'yyyyMMdd", Locale.ROOT);
  private static final String TABLE = "`" + DemoConfiguration.SCHEMA + "`.`inbox`";

  private final DataSource server;
  private final LocalDate today;
  private final DemoSize size;

  DemoInbox(DataSource server, LocalDate today, DemoSize size) {
    this.server = server;
    this.today = today;
    this.size = size;
  }

  LocalDate firstDay() {
    return today.minusDays(size.days());
  }

  /** The event's name: day number since the first day, then the row's number. */
  String event(LocalDate day, int row) {
    return String.format(
        Locale.ROOT, "evt-%04d-%08d", ChronoUnit.DAYS.between(firstDay(), day) + 1, row);
  }

  /** The payload that was hashed for an event. */
  private static String payload(String event) {
    return "payload of " + event;
  }

  /** What an event's row holds as its payload hash. */
  static byte[] payloadHash(String event) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(payload(event).getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  void create() throws SQLException {
    Schemas.migrateReference(server, Identifier.of(DemoConfiguration.SCHEMA));
    String partitions =
        firstDay()
            .datesUntil(today)
            .map(
                day ->
                    "PARTITION `"
                        + NAME.format(day)
                        + "` VALUES LESS THAN ('"
                        + day.plusDays(1)
                        + "')")
            .collect(Collectors.joining(", "));
    execute(
        "ALTER TABLE "
            + TABLE
            + " REORGANIZE PARTITION p_future INTO ("
            + partitions
            + ", PARTITION p_future VALUES LESS THAN (MAXVALUE))");
  }

  /** Fills one day; the rows are made on the server. */
  void fill(LocalDate day) throws SQLException {
    String prefix = event(day, 0).substring(0, 9);
    String numbers =
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < "
            + size.rowsPerDay()
            + ") SELECT n, CONCAT('"
            + prefix
            + "', LPAD(n, 8, '0')) AS event FROM numbers";
    execute(
        "INSERT INTO `"
            + DemoConfiguration.SCHEMA
            + "`.operation SELECT 'tenant-1', 'PAYMENT', CONCAT('op-', event),"
            + " UNHEX(SHA2(CONCAT('payload of ', event), 256)), CONCAT('ck-', event), 'payee-7',"
            + " 100 + n % 9900, 'EUR', 'SUCCEEDED', 1, '"
            + day
            + " 12:00:00', '"
            + day
            + " 12:00:01' FROM ("
            + numbers
            + ") AS made WHERE n % 10 = 0");
    execute(
        "INSERT INTO "
            + TABLE
            + " SELECT '"
            + CONSUMER
            + "', event, '"
            + day
            + "', "
            + status(day)
            + ", UNHEX(SHA2(CONCAT('payload of ', event), 256)), 'OK',"
            + " IF(n % 10 = 0, 'tenant-1', NULL), IF(n % 10 = 0, 'PAYMENT', NULL),"
            + " IF(n % 10 = 0, CONCAT('op-', event), NULL), 100 + n % 9900, 'EUR', 'payments',"
            + " n % 12, n, TIMESTAMP('"
            + day
            + "') + INTERVAL n * 1000 MICROSECOND FROM ("
            + numbers
            + ") AS made");
  }

  private String status(LocalDate day) {
    return day.equals(today.minusDays(UNFINISHED_DAYS_AGO))
        ? "IF(n = 1, 'PROCESSING', 'SUCCEEDED')"
        : "'SUCCEEDED'";
  }

  /**
   * Inserts an event as a consumer would that does not ask the verifier.
   *
   * @throws SQLException if the guard refuses it
   */
  void insertLate(LocalDate day) throws SQLException {
    execute(
        "INSERT INTO "
            + TABLE
            + " (consumer_name, event_id, event_day, status, payload_hash, received_at) VALUES ('"
            + CONSUMER
            + "', '"
            + LATE_EVENT
            + "', '"
            + day
            + "', 'SUCCEEDED', UNHEX(SHA2('"
            + payload(LATE_EVENT)
            + "', 256)), UTC_TIMESTAMP(6))");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION cte_max_recursion_depth = 100000000");
      statement.execute(sql);
    }
  }
}
