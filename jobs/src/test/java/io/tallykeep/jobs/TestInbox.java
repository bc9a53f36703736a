package io.tallykeep.jobs;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.cli.Tallykeep;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * A reference inbox of its own in fresh schemas and a fresh bucket, with a configuration file for
 * the command line. Online window 4 days, identity window 10 days, hold 0 days.
 */
public final class TestInbox {
  public static final String CONSUMER = "ledger-v1";
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'p'yyyyMMdd", Locale.ROOT);

  private final MysqlAddress mysql;
  private final S3Address s3;
  private final String schema;
  private final String control;
  private final String bucket;
  private final Path configuration;
  private final DataSource server;
  private final LocalDate today = LocalDate.now(Clock.systemUTC());

  private TestInbox(Sandbox sandbox, Path folder) {
    this.mysql = sandbox.mysql();
    this.s3 = sandbox.s3();
    this.schema = sandbox.newSchema("pay");
    this.control = sandbox.newSchema("ctl");
    this.bucket = sandbox.newBucket("arc");
    this.configuration = folder.resolve("tallykeep.yml");
    this.server = new MysqlSource(mysql.jdbcUrl(""), mysql.user(), mysql.password()).dataSource();
  }

  /** An inbox with one partition per day from {@code days} days ago to yesterday, without rows. */
  public static TestInbox create(Sandbox sandbox, Path folder, int days)
      throws SQLException, IOException {
    TestInbox inbox = new TestInbox(sandbox, folder);
    inbox.configure(inbox.mysql, inbox.s3);
    Schemas.migrateReference(inbox.server, Identifier.of(inbox.schema));
    String partitions =
        inbox
            .day(days)
            .datesUntil(inbox.today)
            .map(
                day ->
                    "PARTITION `"
                        + NAME.format(day)
                        + "` VALUES LESS THAN ('"
                        + day.plusDays(1)
                        + "')")
            .collect(Collectors.joining(", "));
    inbox.sql(
        "ALTER TABLE "
            + inbox.table()
            + " REORGANIZE PARTITION p_future INTO ("
            + partitions
            + ", PARTITION p_future VALUES LESS THAN (MAXVALUE))");
    return inbox;
  }

  /** Writes the configuration for these addresses, such as a fault proxy's. */
  public void configure(MysqlAddress mysqlAddress, S3Address s3Address) throws IOException {
    Files.writeString(
        configuration,
        """
        tallykeep:
          source:
            url: "%s"
            username: "%s"
            password: "%s"
            control-schema: %s
          object-store:
            endpoint: "%s"
            region: "%s"
            bucket: "%s"
            path-style: true
            access-key: "%s"
            secret-key: "%s"
          window:
            upstream-redelivery: {replay: 8d}
            reconciliation-period: {daily: 1d}
            downstream-confirmation: {channel: 3d}
            margin: 2d
            direct-redelivery: 4d
          drop: {lock-wait: 1s, tries: 2, pause: 1s, outcome-wait: 20s}
          late: {transaction-rows: 100}
          datasets:
            inbox:
              table: %s.inbox
              identity: [consumer_name, event_id]
              event-day: event_day
              payload-hash: payload_hash
              result: [status, result_code, amount_minor, currency]
              live-rows: {column: status, values: [PROCESSING, DEFERRED]}
              business-key:
                columns: [tenant_id, operation_type, operation_id]
                table: %s.operation
                key-columns: [tenant_id, operation_type, operation_id]
                status-column: status
                undecided: [PROCESSING, UNKNOWN]
              windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10, provision-days: 3}
        """
            .formatted(
                mysqlAddress.jdbcUrl(""),
                mysqlAddress.user(),
                mysqlAddress.password(),
                control,
                s3Address.endpoint(),
                s3Address.region(),
                bucket,
                s3Address.accessKey(),
                s3Address.secretKey(),
                schema,
                schema));
  }

  public Path configuration() {
    return configuration;
  }

  public String schema() {
    return schema;
  }

  public String control() {
    return control;
  }

  public String bucket() {
    return bucket;
  }

  public DataSource server() {
    return server;
  }

  public String table() {
    return "`" + schema + "`.`inbox`";
  }

  public LocalDate day(int daysAgo) {
    return today.minusDays(daysAgo);
  }

  public static String partition(LocalDate day) {
    return NAME.format(day);
  }

  public static String event(LocalDate day, int row) {
    return "evt-" + day + "-" + String.format(Locale.ROOT, "%06d", row);
  }

  /** Adds rows 1 to {@code rows} of a day; every tenth belongs to a decided operation. */
  public void fill(LocalDate day, int rows) throws SQLException {
    String numbers =
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < "
            + rows
            + ") SELECT n, CONCAT('evt-"
            + day
            + "-', LPAD(n, 6, '0')) AS event FROM numbers";
    sql(
        "SET SESSION cte_max_recursion_depth = 10000000",
        operations(numbers),
        inserts(day, numbers));
  }

  private String operations(String numbers) {
    return "INSERT INTO `"
        + schema
        + "`.operation SELECT 'tenant-1', 'PAYMENT', CONCAT('op-', event),"
        + " UNHEX(SHA2(event, 256)), CONCAT('ck-', event), 'payee-7', 100, 'EUR', 'SUCCEEDED', 1,"
        + " UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) FROM ("
        + numbers
        + ") AS made WHERE n % 10 = 0";
  }

  private String inserts(LocalDate day, String numbers) {
    return "INSERT INTO "
        + table()
        + " SELECT '"
        + CONSUMER
        + "', event, '"
        + day
        + "', 'SUCCEEDED', UNHEX(SHA2(event, 256)), 'OK', IF(n % 10 = 0, 'tenant-1', NULL),"
        + " IF(n % 10 = 0, 'PAYMENT', NULL), IF(n % 10 = 0, CONCAT('op-', event), NULL),"
        + " 100 + n, 'EUR', 'payments', n % 12, n, TIMESTAMP('"
        + day
        + "') + INTERVAL n MICROSECOND FROM ("
        + numbers
        + ") AS made";
  }

  /** Runs statements on one connection. */
  public void sql(String... statements) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column of a query, as text. */
  public List<String> query(String sql) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(1)));
      }
      return values;
    }
  }

  public String progress(LocalDate day) throws SQLException {
    return query(
            "SELECT progress FROM `" + control + "`.day_ledger WHERE event_day = '" + day + "'")
        .get(0);
  }

  /**
   * What a command came to.
   *
   * @param exitCode its exit code
   * @param out its standard output
   * @param err its standard error
   */
  public record Outcome(int exitCode, String out, String err) {}

  /** Runs a command in this JVM. */
  public Outcome run(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config");
    arguments.add(configuration.toString());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Tallykeep.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    return new Outcome(code, out.toString(), err.toString());
  }

  /** Takes one trigger of the guard away, does something, and puts the trigger back as it was. */
  public void withoutTrigger(String event, String... meanwhile) throws SQLException {
    String trigger =
        query(
                "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = '"
                    + schema
                    + "' AND EVENT_MANIPULATION = '"
                    + event
                    + "'")
            .get(0);
    String name = "`" + schema + "`.`" + trigger + "`";
    String definition = definition(name);
    sql("DROP TRIGGER " + name);
    sql(meanwhile);
    sql("USE `" + schema + "`", definition);
  }

  private String definition(String trigger) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW CREATE TRIGGER " + trigger)) {
      row.next();
      return Objects.requireNonNull(row.getString("SQL Original Statement"));
    }
  }

  /** Adopts the table from its first partition on. */
  public Outcome adopt(int days) {
    return run("jobs", "guard", "install", "--covered-since", day(days).toString());
  }
}
