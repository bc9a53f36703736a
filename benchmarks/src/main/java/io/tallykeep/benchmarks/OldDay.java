package io.tallykeep.benchmarks;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.cli.Tallykeep;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The reference inbox with one day old enough to be archived, in a table partition of its own. */
final class OldDay {
  private static final int DAYS_AGO = 6;

  private final LocalDate day = LocalDate.now(Clock.systemUTC()).minusDays(DAYS_AGO);
  private final Path folder;
  private final Sandbox sandbox;
  private final DataSource server;
  private final PrintWriter out;

  OldDay(Path folder, Sandbox sandbox, PrintWriter out) {
    this.folder = folder;
    this.sandbox = sandbox;
    this.out = out;
    this.server =
        new MysqlSource(
                sandbox.mysql().jdbcUrl(""), sandbox.mysql().user(), sandbox.mysql().password())
            .dataSource();
  }

  LocalDate day() {
    return day;
  }

  DataSource server() {
    return server;
  }

  /** Makes the table; its day has no rows yet. */
  void create() throws SQLException {
    Schemas.migrateReference(server, Identifier.of("payments"));
    execute(
        "ALTER TABLE payments.inbox REORGANIZE PARTITION p_future INTO (PARTITION p_old VALUES LESS"
            + " THAN ('"
            + day.plusDays(1)
            + "'), PARTITION p_future VALUES LESS THAN (MAXVALUE))");
  }

  /** Inserts the rows with these numbers, both inclusive, in one transaction. */
  void insert(int first, int last) throws SQLException {
    execute(
        "INSERT INTO payments.inbox WITH RECURSIVE numbers (n) AS (SELECT "
            + first
            + " UNION ALL SELECT n + 1 FROM numbers WHERE n < "
            + last
            + ") SELECT 'ledger-v1', CONCAT('evt-', LPAD(n, 12, '0')), '"
            + day
            + "', 'SUCCEEDED', UNHEX(SHA2(n, 256)), 'OK', NULL, NULL, NULL, 100 + n % 9900,"
            + " 'EUR', 'payments', n % 12, n, TIMESTAMP('"
            + day
            + "') + INTERVAL n * 10 MICROSECOND FROM numbers");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, (int) Duration.ofMinutes(20).toMillis());
      statement.execute("SET SESSION cte_max_recursion_depth = 100000000");
      statement.execute(sql);
    }
  }

  /**
   * Writes a configuration for it.
   *
   * @param more further settings below {@code tallykeep}, a line each
   */
  Path configure(String... more) throws IOException {
    Path file = folder.resolve("tallykeep.yml");
    StringBuilder text =
        new StringBuilder(
            """
            tallykeep:
              source: {url: "%s", username: "%s", password: "%s"}
              object-store: {endpoint: "%s", region: "%s", bucket: "%s", path-style: true, access-key: "%s", secret-key: "%s"}
              window:
                upstream-redelivery: {replay: 8d}
                reconciliation-period: {daily: 1d}
                downstream-confirmation: {channel: 3d}
                margin: 2d
                direct-redelivery: 4d
              datasets:
                inbox:
                  table: payments.inbox
                  identity: [consumer_name, event_id]
                  event-day: event_day
                  payload-hash: payload_hash
                  result: [status, result_code]
                  live-rows: {column: status, values: [PROCESSING, DEFERRED]}
                  windows: {online-days: 4, slack-days: 3, hold-days: 0, identity-days: 10}
            """
                .formatted(
                    sandbox.mysql().jdbcUrl(""),
                    sandbox.mysql().user(),
                    sandbox.mysql().password(),
                    sandbox.s3().endpoint(),
                    sandbox.s3().region(),
                    sandbox.newBucket("bench"),
                    sandbox.s3().accessKey(),
                    sandbox.s3().secretKey()));
    for (String line : more) {
      text.append("  ").append(line).append(System.lineSeparator());
    }
    Files.writeString(file, text);
    return file;
  }

  /** Runs a command, which must come to a clean end. */
  void command(Path configuration, String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config");
    arguments.add(configuration.toString());
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    int code = Tallykeep.run(out, err, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException(String.join(" ", words) + " ended with exit code " + code);
    }
  }
}
