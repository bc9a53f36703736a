package io.tallykeep.benchmarks;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.jobs.retention.guard.GuardChange;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardInstaller;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.StandingSandbox;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * What the guard costs a row: bulk INSERT, UPDATE and DELETE of so many rows (default 300,000) into
 * a table without a guard, and into young and old days of a guarded one. Median of five, each run
 * doing all three in turn, in one transaction that is rolled back.
 */
public final class GuardBenchmark {
  private static final int DEFAULT_ROWS = 300_000;
  private static final int RUNS = 5;
  private static final int DAYS = 60;
  private static final int ONLINE_DAYS = 10;
  private static final int YOUNG_AGO = 2;
  private static final int OLD_AGO = 30;

  private final PrintWriter out =
      new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
  private final LocalDate today = LocalDate.now(Clock.systemUTC());
  private final DataSource server;

  private GuardBenchmark(MysqlAddress mysql) {
    this.server = new MysqlSource(mysql.jdbcUrl(""), mysql.user(), mysql.password()).dataSource();
  }

  /** Runs the benchmark; the first argument is the number of rows. */
  public static void main(String[] args) throws Exception {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_ROWS;
    Path folder = Files.createTempDirectory("tallykeep-benchmark-");
    StandingSandbox standing =
        StandingSandbox.in(folder.resolve("servers"), SandboxOptions.FOR_DEMO.mysqlOnly());
    try {
      new GuardBenchmark(standing.start().mysql()).run(rows);
    } finally {
      standing.remove();
    }
  }

  /** What is measured: a table and a day. */
  private enum Case {
    NONE("without a guard", "bare.inbox", YOUNG_AGO),
    YOUNG("guarded, young day", "guarded.inbox", YOUNG_AGO),
    OLD("guarded, old day", "guarded.inbox", OLD_AGO);

    private final String words;
    private final String table;
    private final int daysAgo;

    Case(String words, String table, int daysAgo) {
      this.words = words;
      this.table = table;
      this.daysAgo = daysAgo;
    }
  }

  private void run(int rows) throws SQLException {
    prepare(rows);
    double[][][] micros = new double[Case.values().length][3][RUNS];
    for (int run = -1; run < RUNS; run++) {
      for (Case each : Case.values()) {
        double[] measured = measure(each, rows);
        for (int i = 0; run >= 0 && i < measured.length; i++) {
          micros[each.ordinal()][i][run] = measured[i];
        }
      }
    }
    out.printf(
        Locale.ROOT,
        "%,d rows a statement, %d table partitions, median of %d, µs a row%n",
        rows,
        DAYS + 1,
        RUNS);
    out.printf(Locale.ROOT, "%-20s %8s %8s %8s%n", "", "INSERT", "UPDATE", "DELETE");
    for (Case each : Case.values()) {
      double[] medians =
          Arrays.stream(micros[each.ordinal()]).mapToDouble(GuardBenchmark::median).toArray();
      out.printf(
          Locale.ROOT, "%-20s %8.2f %8.2f %8.2f%n", each.words, medians[0], medians[1], medians[2]);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void prepare(int rows) throws SQLException {
    Identifier control = Identifier.of("control");
    Schemas.migrateControl(server, control);
    execute("CREATE DATABASE bare", "CREATE DATABASE guarded", "CREATE DATABASE feed");
    for (String schema : List.of("bare", "guarded")) {
      execute(
          "CREATE TABLE "
              + schema
              + ".inbox (consumer VARCHAR(40) COLLATE utf8mb4_0900_bin NOT NULL, event_id"
              + " VARBINARY(40) NOT NULL, event_day DATE NOT NULL, payload_hash BINARY(32) NOT"
              + " NULL, status VARCHAR(16) NOT NULL, PRIMARY KEY (consumer, event_id, event_day))"
              + " PARTITION BY RANGE COLUMNS (event_day) ("
              + partitions()
              + ")");
    }
    execute(
        "CREATE TABLE feed.event (n INT PRIMARY KEY, payload_hash BINARY(32) NOT NULL)",
        "SET SESSION cte_max_recursion_depth = 100000000",
        "INSERT INTO feed.event WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1"
            + " FROM numbers WHERE n < "
            + rows
            + ") SELECT n, UNHEX(SHA2(n, 256)) FROM numbers");
    GuardChange change =
        new GuardInstaller(server, new GuardDefinition(dataset(control), control, ONLINE_DAYS, 3))
            .install(Optional.of(today.minusDays(DAYS)));
    if (!(change instanceof GuardChange.Changed)) {
      throw new IllegalStateException("the guard was not installed: " + change);
    }
  }

  private String partitions() {
    return today
        .minusDays(DAYS)
        .datesUntil(today.plusDays(1))
        .map(
            day ->
                "PARTITION p"
                    + day.toString().replace("-", "")
                    + " VALUES LESS THAN ('"
                    + day.plusDays(1)
                    + "')")
        .collect(Collectors.joining(", "));
  }

  private static Dataset dataset(Identifier control) {
    return new Dataset(
        "inbox",
        0,
        TableName.parse("guarded.inbox"),
        new TableName(control, Identifier.of("late_inbox")),
        List.of(Identifier.of("consumer"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Microseconds a row of INSERT, UPDATE and DELETE. */
  private double[] measure(Case of, int rows) throws SQLException {
    String day = "'" + today.minusDays(of.daysAgo) + "'";
    String[] statements = {
      "INSERT INTO "
          + of.table
          + " SELECT 'c', CONCAT('evt-', n), "
          + day
          + ", payload_hash, 'DONE' FROM feed.event",
      "UPDATE " + of.table + " SET status = 'SEEN' WHERE event_day = " + day,
      "DELETE FROM " + of.table + " WHERE event_day = " + day
    };
    double[] micros = new double[statements.length];
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < statements.length; i++) {
        long began = System.nanoTime();
        int changed = statement.executeUpdate(statements[i]);
        micros[i] = (System.nanoTime() - began) / 1e3 / rows;
        if (changed != rows) {
          throw new IllegalStateException(statements[i] + " changed " + changed + " rows");
        }
      }
      connection.rollback();
    }
    return micros;
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
