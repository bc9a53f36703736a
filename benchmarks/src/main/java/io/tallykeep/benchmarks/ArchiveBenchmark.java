package io.tallykeep.benchmarks;

import io.tallykeep.jobs.cli.Tallykeep;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.StandingSandbox;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Archives one table partition of the given number of rows (default 5,000,000) in a child JVM with
 * a heap of 512 MiB, and reads the same partition with a plain streaming SELECT for comparison.
 */
public final class ArchiveBenchmark {
  private static final int DEFAULT_ROWS = 5_000_000;
  private static final int PAGE_ROWS = 500_000;
  private static final String HEAP = "-Xmx512m";

  private final PrintWriter out =
      new PrintWriter(new java.io.OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
  private final OldDay inbox;

  private ArchiveBenchmark(Path folder, Sandbox sandbox) {
    this.inbox = new OldDay(folder, sandbox, out);
  }

  /** Runs the benchmark; the first argument is the number of rows. */
  public static void main(String[] args) throws Exception {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_ROWS;
    Path folder = Files.createTempDirectory("tallykeep-benchmark-");
    StandingSandbox standing =
        StandingSandbox.in(folder.resolve("servers"), SandboxOptions.FOR_DEMO);
    try {
      new ArchiveBenchmark(folder, standing.start()).run(rows);
    } finally {
      standing.remove();
    }
  }

  private void run(int rows) throws IOException, InterruptedException, SQLException {
    fill(rows);
    Path configuration = inbox.configure();
    inbox.command(
        configuration, "jobs", "guard", "install", "--covered-since", inbox.day().toString());
    double streamSeconds = stream();
    long started = System.nanoTime();
    int exit = child(configuration);
    double wall = seconds(started);
    out.printf(Locale.ROOT, "rows %,d, heap %s, exit code %d%n", rows, HEAP, exit);
    out.printf(Locale.ROOT, "archive, whole process          %8.1f s%n", wall);
    for (String step : List.of("close", "freeze", "copy", "publish", "prove")) {
      double seconds = stepSeconds(step);
      out.printf(Locale.ROOT, "  %-10s %8.1f s  %,10.0f rows/s%n", step, seconds, rows / seconds);
    }
    out.printf(
        Locale.ROOT,
        "streaming SELECT of the partition %6.1f s  %,10.0f rows/s%n",
        streamSeconds,
        rows / streamSeconds);
    out.printf(
        Locale.ROOT,
        "copy / streaming SELECT, rows/s  %.2fx%n",
        streamSeconds / stepSeconds("copy"));
    out.printf(Locale.ROOT, "archive %.1f bytes/row%n", bytesPerRow());
  }

  private void fill(int rows) throws SQLException {
    out.printf(Locale.ROOT, "filling one partition with %,d rows%n", rows);
    inbox.create();
    for (int from = 1; from <= rows; from += PAGE_ROWS) {
      inbox.insert(from, Math.min(rows, from + PAGE_ROWS - 1));
    }
  }

  private static int child(Path configuration) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Tallykeep.class.getName(),
                "jobs",
                "run",
                "archive",
                "--config",
                configuration.toString())
            .inheritIO()
            .start();
    return process.waitFor();
  }

  /** Reads every column of the partition row by row, as the copy does, and keeps nothing. */
  private double stream() throws SQLException {
    long started = System.nanoTime();
    try (Connection connection = inbox.server().getConnection();
        Statement statement =
            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      statement.setFetchSize(Integer.MIN_VALUE);
      try (ResultSet rows =
          statement.executeQuery("SELECT * FROM payments.inbox PARTITION (p_old)")) {
        long read = 0;
        while (rows.next()) {
          read += rows.getBytes(2).length;
        }
        if (read == 0) {
          throw new IllegalStateException("the partition is empty");
        }
      }
    }
    return seconds(started);
  }

  private double stepSeconds(String step) throws SQLException {
    return number(
            "SELECT SUM(TIMESTAMPDIFF(MICROSECOND, START_TIME, END_TIME)) FROM"
                + " tallykeep.BATCH_STEP_EXECUTION WHERE STEP_NAME = '"
                + step
                + "'")
        / 1_000_000;
  }

  private double bytesPerRow() throws SQLException {
    return number("SELECT SUM(size_bytes) / SUM(row_count) FROM tallykeep.archive_file");
  }

  private double number(String sql) throws SQLException {
    try (Connection connection = inbox.server().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getDouble(1);
    }
  }

  private static double seconds(long startedNanos) {
    return Duration.ofNanos(System.nanoTime() - startedNanos).toMillis() / 1000.0;
  }
}
