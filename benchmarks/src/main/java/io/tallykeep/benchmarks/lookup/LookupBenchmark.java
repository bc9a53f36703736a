package io.tallykeep.benchmarks.lookup;

import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.Adjudicator;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Looks distinct events up in an archive of a tenth of the days and of all of them (default 20,000
 * rows a day, 100 days): the archive alone, whole look-ups, and other readers of the same rows.
 * Nothing but metadata is kept in memory, except where the text says so.
 */
public final class LookupBenchmark {
  private static final int KEYS = 300;
  private static final int UNKNOWN_DAY_KEYS = 30;
  private static final int STOCK_KEYS = 20;
  private static final long MIB = 1024 * 1024;
  private static final ReadLimits COLD =
      new ReadLimits(32, Duration.ofSeconds(2), 64 * MIB, 32 * MIB, 0);
  private static final ReadLimits KEEPING =
      new ReadLimits(32, Duration.ofSeconds(2), 64 * MIB, 32 * MIB, 16 * MIB);

  private final PrintWriter out =
      new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
  private final BenchInbox bench;

  private LookupBenchmark(BenchInbox bench) {
    this.bench = bench;
  }

  /** Runs the benchmark; the arguments are rows a day and days. */
  public static void main(String[] args) throws Exception {
    int rowsPerDay = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    int days = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    try (BenchInbox bench = new BenchInbox(rowsPerDay)) {
      LookupBenchmark benchmark = new LookupBenchmark(bench);
      Measure[] few = benchmark.run(rowsPerDay, Math.max(1, days / 10));
      Measure[] many = benchmark.run(rowsPerDay, days);
      benchmark.out.printf(
          Locale.ROOT,
          "%nrequests of a hit at %d and at %d days: %d and %d; of a miss: %d and %d%n",
          Math.max(1, days / 10),
          days,
          few[0].mostRequests(),
          many[0].mostRequests(),
          few[1].mostRequests(),
          many[1].mostRequests());
    }
  }

  private Measure[] run(int rowsPerDay, int days) throws Exception {
    bench.archiveUpTo(days);
    out.printf(Locale.ROOT, "%n%,d rows a day, %d days%n", rowsPerDay, days);
    List<Key> present = bench.present(KEYS, days);
    List<Key> absent = bench.absent(KEYS, days + 1L);
    Measure[] archive = archive(present, absent);
    wholeLookups(present, absent);
    Measure stock = stock("ARCHIVE", "Iceberg's generic reader, hits", present);
    Measure copy = stock("COPY", "the same on Iceberg's generic writer's files", present);
    sql(present);
    double own = archive[0].percentileMillis(0.5);
    out.printf(
        Locale.ROOT,
        "a hit, p50: Iceberg's generic reader / archive %.1fx; on the files of its own generic writer"
            + " %.1fx%n",
        stock.percentileMillis(0.5) / own,
        copy.percentileMillis(0.5) / own);
    return archive;
  }

  private Measure[] archive(List<Key> present, List<Key> absent) throws Exception {
    try (ArchiveStorage storage = bench.storage(COLD)) {
      ArchiveKeys reader = new ArchiveKeys(storage, bench.table(storage));
      warm(reader);
      Measure hits = show("archive, distinct hits", reader, present, true);
      Measure misses = show("archive, distinct misses", reader, absent, false);
      show("archive, replay order", reader, bench.replay(KEYS), true);
      try (ArchiveStorage keeping = bench.storage(KEEPING)) {
        ArchiveKeys kept = new ArchiveKeys(keeping, bench.table(keeping));
        warm(kept);
        show("archive, replay order, 16 MiB of row groups kept", kept, bench.replay(KEYS), true);
      }
      return new Measure[] {hits, misses};
    }
  }

  /** Each day's index is read before, as a process that runs for a while has done. */
  private void warm(KeyReader reader) throws Exception {
    for (Key key : bench.absent(20 * bench.days().size(), 7)) {
      if (reader.find(key)) {
        throw new IllegalStateException(key + " should not be there");
      }
    }
  }

  private void wholeLookups(List<Key> present, List<Key> absent) throws Exception {
    try (ArchiveStorage storage = bench.storage(COLD);
        Adjudicator adjudicator = bench.adjudicator(storage)) {
      KeyReader withDay = AdjudicatorKeys.withDay(adjudicator);
      warm(withDay);
      show("whole look-up, distinct hits", withDay, present, true);
      show("whole look-up, distinct misses", withDay, absent, false);
      KeyReader withoutDay = AdjudicatorKeys.withoutDay(adjudicator);
      show("whole look-up, day unknown, hits", withoutDay, some(present, UNKNOWN_DAY_KEYS), true);
      show("whole look-up, day unknown, misses", withoutDay, some(absent, UNKNOWN_DAY_KEYS), false);
    }
  }

  private Measure stock(String files, String what, List<Key> present) throws Exception {
    S3Address s3 = Sandbox.shared().s3().throughPort(bench.proxy.port());
    Map<String, String> catalog =
        Map.ofEntries(
            Map.entry(
                "uri",
                bench.inbox.schema().server().jdbcUrl(bench.inbox.schema().name().value())
                    + "&nullDatabaseMeansCurrent=true"),
            Map.entry("jdbc.user", bench.inbox.schema().server().user()),
            Map.entry("jdbc.password", bench.inbox.schema().server().password()),
            Map.entry("jdbc.schema-version", "V1"),
            Map.entry("jdbc.init-catalog-tables", "false"),
            Map.entry("warehouse", bench.archive.storage().warehouse()),
            Map.entry("io-impl", "org.apache.iceberg.aws.s3.S3FileIO"),
            Map.entry("client.region", s3.region()),
            Map.entry("s3.endpoint", s3.endpoint().toString()),
            Map.entry("s3.path-style-access", "true"),
            Map.entry("s3.access-key-id", s3.accessKey()),
            Map.entry("s3.secret-access-key", s3.secretKey()),
            Map.entry("http-client.type", "apache"));
    StockKeys reader = new StockKeys(catalog, files);
    for (Key key : bench.absent(STOCK_KEYS, 8)) {
      reader.find(key);
    }
    return show(what, reader, some(present, STOCK_KEYS), true);
  }

  private void sql(List<Key> present) throws Exception {
    Path folder = Files.createTempDirectory("tallykeep-lookup-");
    bench.download(folder);
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Connection mysql = bench.inbox.schema().dataSource().getConnection()) {
      show("DuckDB, local files, hits", SqlKeys.duckdb(duckdb, folder.toString()), present, true);
      show("MySQL by primary key, hits", SqlKeys.mysql(mysql), present, true);
    }
  }

  private static List<Key> some(List<Key> keys, int count) {
    return keys.subList(0, Math.min(count, keys.size()));
  }

  private Measure show(String what, KeyReader reader, List<Key> keys, boolean present)
      throws Exception {
    Measure measure = Measure.of(bench.proxy, reader, keys, present);
    out.printf("%-50s %s%n", what, measure);
    return measure;
  }
}
