package io.tallykeep.verifier.testing;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An inbox, its late table and its ledger in a schema of their own. The event day of the tests is
 * {@link #DAY}, in table partition p1; p2 takes the day after it, and once p1 is dropped, p1's days
 * too.
 */
public final class TestInbox {
  public static final LocalDate DAY = LocalDate.of(2026, 3, 29);

  private static final String COLUMNS =
      " (consumer_name VARCHAR(64) COLLATE utf8mb4_0900_bin NOT NULL, event_id VARCHAR(64) COLLATE"
          + " utf8mb4_0900_bin NOT NULL, event_day DATE NOT NULL, status VARCHAR(16) COLLATE"
          + " utf8mb4_0900_bin NULL, payload_hash BINARY(32) NULL, result_code VARCHAR(32) NULL,"
          + " amount_minor BIGINT NULL, received_at DATETIME(6) NOT NULL DEFAULT '2026-03-29"
          + " 02:30:00.123456', ";

  private final TestSchema schema;
  private final Dataset dataset;

  private TestInbox(TestSchema schema) {
    this.schema = schema;
    this.dataset = dataset(schema);
  }

  /** An inbox whose days DAY and DAY+1 have a partition each; the ledger is empty. */
  public static TestInbox create(TestSchema schema) {
    schema.execute(
        "CREATE TABLE inbox"
            + COLUMNS
            + "PRIMARY KEY (consumer_name, event_id, event_day)) PARTITION BY RANGE COLUMNS"
            + " (event_day) (PARTITION p1 VALUES LESS THAN ('"
            + DAY.plusDays(1)
            + "'), PARTITION p2 VALUES LESS THAN ('"
            + DAY.plusDays(2)
            + "'), PARTITION p_future VALUES LESS THAN (MAXVALUE))");
    schema.execute("CREATE TABLE late_inbox" + COLUMNS + "PRIMARY KEY (consumer_name, event_id))");
    return new TestInbox(schema);
  }

  private static Dataset dataset(TestSchema schema) {
    return new Dataset(
        "inbox",
        0,
        schema.table("inbox"),
        schema.table("late_inbox"),
        List.of(Identifier.of("consumer_name"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.of(Identifier.of("payload_hash")),
        List.of(
            Identifier.of("result_code"),
            Identifier.of("amount_minor"),
            Identifier.of("received_at")),
        Optional.of(new LiveRows(Identifier.of("status"), Set.of("PROCESSING", "DEFERRED"))),
        Optional.empty());
  }

  public TestSchema schema() {
    return schema;
  }

  public Dataset dataset() {
    return dataset;
  }

  /** A finished row in the online table: result OK, 1250 minor units. */
  public void online(String event, LocalDate day) {
    row("inbox", event, day, "SUCCEEDED", hash(event));
  }

  /** A finished row in the late table. */
  public void late(String event, LocalDate day) {
    row("late_inbox", event, day, "SUCCEEDED", hash(event));
  }

  /** A row of any status and hash. */
  public void row(
      String table, String event, LocalDate day, @Nullable String status, byte @Nullable [] hash) {
    schema.execute(
        "INSERT INTO "
            + table
            + " (consumer_name, event_id, event_day, status, payload_hash, result_code,"
            + " amount_minor) VALUES ('billing', ?, ?, ?, ?, 'OK', 1250)",
        event,
        day,
        status,
        hash);
  }

  /** The 32 bytes that stand for an event's payload hash. */
  public static byte[] hash(String event) {
    byte[] hash = new byte[32];
    hash[0] = (byte) 0xAB;
    hash[31] = (byte) event.hashCode();
    return hash;
  }

  /** Records the day, in partition p1, with epoch 100, or changes its progress. */
  public void ledger(LocalDate day, Progress progress) {
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch, table_partition)"
            + " VALUES ('inbox', 0, ?, ?, 100, ?) AS new ON DUPLICATE KEY UPDATE progress ="
            + " new.progress",
        day,
        progress.name(),
        day.isAfter(DAY) ? "p2" : "p1");
  }

  /** Sets columns of the day's ledger row. */
  public void ledger(LocalDate day, String assignments) {
    schema.execute("UPDATE day_ledger SET " + assignments + " WHERE event_day = ?", day);
  }

  public void dropPartition(String name) {
    schema.execute("ALTER TABLE inbox DROP PARTITION " + name);
  }
}
