package io.tallykeep.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.file.FileLimits;
import io.tallykeep.archive.file.SparseIndex;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The layouts that docs/adr/0005 chooses between, side by side: small row groups of several sizes
 * and the large ones with page index. All times are CPU.
 */
public final class LayoutBenchmark {
  /** Whether the identities that are looked up are in the file. */
  enum Asked {
    HITS,
    MISSES
  }

  private static final int DEFAULT_ROWS = 3_000_000;
  private static final int LOOK_UPS = 600;
  private static final int ROUNDS = 5;
  private static final int PAGE_ROWS = 4_096;
  private static final long GAP_BYTES = 256 * 1024;
  private static final FileLimits LARGE =
      new FileLimits(32L * 1024 * 1024, Integer.MAX_VALUE, 4_000);

  private final PrintWriter out =
      new PrintWriter(new java.io.OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
  private final ArchiveSchema schema = LayoutRows.schema(EventDayOrigin.UUID_V7);
  private final Path folder;
  private final int rowCount;

  private LayoutBenchmark(Path folder, int rowCount) {
    this.folder = folder;
    this.rowCount = rowCount;
  }

  /** Runs the benchmark; the first argument is the number of rows. */
  public static void main(String[] args) throws Exception {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_ROWS;
    Path folder = Files.createTempDirectory("tallykeep-layout-");
    try {
      new LayoutBenchmark(folder, rows).run();
    } finally {
      for (Path file : Files.list(folder).toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    }
  }

  private void run() throws IOException, SQLException {
    LayoutRows rows = LayoutRows.random(rowCount);
    List<LayoutFile> files = new ArrayList<>();
    files.add(LayoutFile.write("32 MiB groups", schema, LARGE, rows, folder));
    for (int groupRows : List.of(2_048, 4_096, 8_192, 16_384)) {
      FileLimits limits = new FileLimits(1L << 30, groupRows, Math.min(groupRows, PAGE_ROWS));
      files.add(LayoutFile.write(groupRows + " rows", schema, limits, rows, folder));
    }
    say("layout", "B/row", "write us", "groups", "KiB/group", "footer", "index");
    for (LayoutFile file : files) {
      describe(file);
    }
    lookUps(files, rows);
    scans(files);
    sizes(rows);
  }

  private void describe(LayoutFile file) throws IOException {
    SparseIndex index = file.index();
    say(
        file.name(),
        number(file.sizeBytes() / (double) rowCount),
        number(file.writeMicros()),
        String.valueOf(index.groupCount()),
        String.valueOf(index.lengthBytes(0) / 1024),
        String.valueOf(file.footerBytes()),
        String.valueOf(index.weightBytes()));
  }

  private void lookUps(List<LayoutFile> files, LayoutRows rows) throws IOException {
    say("look-ups", "", "requests", "KiB", "CPU us");
    PageIndexPlan plan = new PageIndexPlan(files.get(0));
    for (Asked asked : Asked.values()) {
      tell("page index, warm", asked, plan.cost(rows, asked, 0));
      tell("page index, coalesced", asked, plan.cost(rows, asked, GAP_BYTES));
    }
    List<LayoutFile> small = files.subList(1, files.size());
    for (Asked asked : Asked.values()) {
      List<List<LayoutFile.Cost>> rounds = new ArrayList<>();
      for (int round = 0; round <= ROUNDS; round++) {
        List<LayoutFile.Cost> costs = new ArrayList<>();
        for (LayoutFile file : small) {
          costs.add(file.lookUp(rows, asked, LOOK_UPS));
        }
        rounds.add(costs);
      }
      for (int i = 0; i < small.size(); i++) {
        int place = i;
        double micros =
            median(rounds.stream().skip(1).map(costs -> costs.get(place).micros()).toList());
        LayoutFile.Cost any = rounds.get(0).get(i);
        tell(small.get(i).name(), asked, new LayoutFile.Cost(micros, any.fetches(), any.bytes()));
      }
    }
  }

  private void tell(String name, Asked asked, LayoutFile.Cost cost) {
    say(
        name,
        asked.name().toLowerCase(Locale.ROOT),
        number(cost.fetches()),
        number(cost.bytes() / 1024),
        number(cost.micros()));
  }

  private void scans(List<LayoutFile> files) throws SQLException {
    say("DuckDB, all columns", "CPU s", "ratio", "hash");
    List<List<Double>> rounds = new ArrayList<>();
    List<String> hashes = new ArrayList<>();
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      for (int round = 0; round <= ROUNDS; round++) {
        List<Double> seconds = new ArrayList<>();
        hashes.clear();
        for (LayoutFile file : files) {
          double before = processSeconds();
          hashes.add(scan(statement, file.path()));
          seconds.add(processSeconds() - before);
        }
        rounds.add(seconds);
      }
    }
    for (int i = 0; i < files.size(); i++) {
      int place = i;
      double seconds = median(rounds.stream().skip(1).map(round -> round.get(place)).toList());
      double ratio =
          median(rounds.stream().skip(1).map(round -> round.get(place) / round.get(0)).toList());
      say(files.get(i).name(), number(seconds), number(ratio), hashes.get(i));
    }
  }

  private static String scan(Statement statement, Path file) throws SQLException {
    try (ResultSet result =
        statement.executeQuery(
            "SELECT count(*) || ' ' || bit_xor(hash(consumer_name, event_id, event_day,"
                + " payload_hash, status, tenant_id, amount_minor, version, processed_at))"
                + " FROM read_parquet('"
                + file
                + "')")) {
      result.next();
      return result.getString(1);
    }
  }

  private static double processSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  /** What filters and UUIDs of version 7 make of a row. */
  private void sizes(LayoutRows random) throws IOException {
    say("default limits", "B/row", "false positives");
    ArchiveSchema filtered = LayoutRows.schema(EventDayOrigin.EVENT_TIME);
    LayoutFile filters =
        LayoutFile.write("with filters", filtered, FileLimits.DEFAULT, random, folder);
    say(
        filters.name(),
        number(filters.sizeBytes() / (double) rowCount),
        number(filters.falsePositives(random, 20_000)));
    LayoutRows byTime = LayoutRows.byTime(rowCount);
    for (FileLimits limits : List.of(LARGE, FileLimits.DEFAULT)) {
      String name = limits == LARGE ? "UUIDv7, 32 MiB" : "UUIDv7, default";
      LayoutFile file = LayoutFile.write(name, schema, limits, byTime, folder);
      say(name, number(file.sizeBytes() / (double) rowCount));
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.2f", value);
  }

  private void say(String name, String... cells) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-24s", name));
    for (String cell : cells) {
      line.append(String.format(Locale.ROOT, " %12s", cell));
    }
    out.println(line);
  }
}
