package io.tallykeep.benchmarks.lookup;

import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.sandbox.HttpFaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.VerifierSettings;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An inbox whose days are archived one by one, and the same rows in a MySQL table beside it. Half
 * of a day's events have random ids, the other half ids that ascend with time.
 */
final class BenchInbox implements AutoCloseable {
  static final String RANDOM = "billing";
  static final String ASCENDING = "ledger";
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  final HttpFaultProxy proxy = HttpFaultProxy.inFrontOf(Sandbox.shared().s3().endpoint());
  final TestInbox inbox = TestInbox.create(TestSchema.create().withControlTables());
  final TestArchive archive = TestArchive.create(inbox.schema(), inbox.dataset());
  private final int rowsPerDay;
  private final List<LocalDate> days = new ArrayList<>();

  BenchInbox(int rowsPerDay) {
    this.rowsPerDay = rowsPerDay;
    inbox.schema().execute("CREATE TABLE reference LIKE inbox");
  }

  List<LocalDate> days() {
    return List.copyOf(days);
  }

  void archiveUpTo(int count) {
    while (days.size() < count) {
      LocalDate day = TestInbox.DAY.minusDays(days.size());
      fill(day, RANDOM, "MD5(CONCAT('" + day + "-', n))");
      fill(day, ASCENDING, "CONCAT('" + day + "-', LPAD(n, 10, '0'))");
      inbox.ledger(day, Progress.FROZEN);
      archive.rewrite(day, inbox.schema().table("reference"));
      inbox.ledger(day, Progress.DROPPED);
      days.add(day);
    }
  }

  private void fill(LocalDate day, String consumer, String id) {
    inbox
        .schema()
        .execute(
            "INSERT INTO reference (consumer_name, event_id, event_day, status, payload_hash,"
                + " result_code, amount_minor, received_at) WITH RECURSIVE numbers (n) AS (SELECT 1"
                + " UNION ALL SELECT n + 1 FROM numbers WHERE n < "
                + rowsPerDay / 2
                + ") SELECT /*+ SET_VAR(cte_max_recursion_depth = 100000000) */ '"
                + consumer
                + "', "
                + id
                + ", '"
                + day
                + "', 'SUCCEEDED', UNHEX(SHA2(CONCAT(n, '"
                + day
                + "'), 256)), 'OK', 100 + n % 9900, TIMESTAMP('"
                + day
                + "') + INTERVAL n MICROSECOND FROM numbers");
  }

  /** Events that are there, each once, from random days. */
  List<Key> present(int count, long seed) {
    Random random = new Random(seed);
    return inbox(
        count,
        random,
        "SELECT event_id FROM reference WHERE consumer_name = '" + RANDOM + "' AND event_id >= '");
  }

  private List<Key> inbox(int count, Random random, String query) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      LocalDate day = days.get(random.nextInt(days.size()));
      String event =
          inbox
              .schema()
              .text(
                  query
                      + hex(random).substring(0, 8)
                      + "' AND event_day = '"
                      + day
                      + "' ORDER BY event_id LIMIT 1");
      keys.add(new Key(day, RANDOM, event));
    }
    return keys;
  }

  /** Events that are not there, in random days, between others. */
  List<Key> absent(int count, long seed) {
    Random random = new Random(seed);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(new Key(days.get(random.nextInt(days.size())), RANDOM, hex(random)));
    }
    return keys;
  }

  /** Events of the oldest days in the order in which they happened. */
  List<Key> replay(int count) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int perDay = rowsPerDay / 2;
      LocalDate day = days.get(days.size() - 1 - i / perDay);
      keys.add(new Key(day, ASCENDING, String.format("%s-%010d", day, i % perDay + 1)));
    }
    return keys;
  }

  private static String hex(Random random) {
    return String.format("%016x%016x", random.nextLong(), random.nextLong());
  }

  ArchiveStorage storage(ReadLimits limits) {
    return archive.storage(Sandbox.shared().s3().throughPort(proxy.port()), limits);
  }

  ArchiveTable table(ArchiveStorage storage) throws SQLException {
    ArchiveCatalog catalog = archive.catalog(storage);
    try (Connection connection = inbox.schema().dataSource().getConnection()) {
      ArchiveSchema schema =
          ArchiveSchema.of(
              inbox.dataset(), SourceTable.read(connection, inbox.dataset().table()).orElseThrow());
      return catalog.open(inbox.dataset(), schema).orElseThrow();
    }
  }

  Adjudicator adjudicator(ArchiveStorage storage) {
    return new Adjudicator(
        inbox.schema().dataSource(),
        archive.catalog(storage),
        storage,
        new VerifierSettings(inbox.schema().name(), inbox.dataset(), DEADLINE, 8),
        LookupListener.NONE);
  }

  /** Copies the data files to a folder, {@code DAY/*.parquet}. */
  void download(Path folder) throws Exception {
    for (ArchivedFile file : archive.table().at(archive.table().pointer()).allFiles()) {
      Path into = folder.resolve(file.eventDay().toString());
      Files.createDirectories(into);
      String key = file.path().substring(("s3://" + archive.storage().bucket() + "/").length());
      archive
          .storage()
          .s3Client()
          .getObject(
              get -> get.bucket(archive.storage().bucket()).key(key), into.resolve("data.parquet"));
    }
  }

  @Override
  public void close() {
    archive.close();
    proxy.close();
  }
}
