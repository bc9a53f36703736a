package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;

/** Nothing that contradicts the ledger or can't be read ever looks like an unseen event. */
class FailClosedIT {
  private final StepHook hook = new StepHook();
  private TestSchema schema;
  private TestInbox inbox;
  private TestArchive archive;
  private Adjudicator adjudicator;

  @BeforeEach
  void createInbox() {
    schema = TestSchema.create().withControlTables();
    inbox = TestInbox.create(schema);
    archive = TestArchive.create(schema, inbox.dataset());
    adjudicator = adjudicator(schema.dataSource());
  }

  private Adjudicator adjudicator(DataSource dataSource) {
    return new Adjudicator(
        dataSource,
        archive.catalog(),
        archive.storage(),
        new VerifierSettings(schema.name(), inbox.dataset(), Duration.ofSeconds(20), 4),
        hook);
  }

  @AfterEach
  void close() {
    adjudicator.close();
    archive.close();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"DROPPING", "DROPPED", "EXPIRED"})
  void aPartitionDroppedBySomebodyElseIsUndecidable(Progress progress) {
    inbox.ledger(DAY, progress);
    inbox.online("done", DAY);
    assertKind(ask("done"), AnswerKind.DUPLICATE);
    archive.publish(DAY);
    inbox.dropPartition("p1");

    // First the bounds are known from before: error 1735. Then p2 is seen to have taken the day.
    assertUndecidable(ask("done"), UndecidableReason.PARTITION_GONE, "p1", "p2", progress.name());
    assertUndecidable(ask("done"), UndecidableReason.PARTITION_GONE, "p1", "p2");
    assertUndecidable(ask("never"), UndecidableReason.PARTITION_GONE, "p1", "p2");
  }

  @Test
  void aDayAboveTheLastPartitionIsUndecidable() {
    inbox.ledger(DAY.plusDays(1), Progress.ONLINE);
    inbox.dropPartition("p_future");
    inbox.dropPartition("p2");

    assertUndecidable(
        ask("never", DAY.plusDays(1)),
        UndecidableReason.PARTITION_GONE,
        "no partition that takes rows of 2026-03-30");
  }

  @Test
  void aDayWhosePartitionTheLedgerDoesNotNameIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.ledger(DAY, "table_partition = NULL");

    assertUndecidable(ask("never"), UndecidableReason.PARTITION_GONE, "none recorded");
  }

  @Test
  void aRowThatMovedToAPartitionOfAnotherNameIsFound() {
    LocalDate later = DAY.plusDays(3);
    inbox.ledger(later, Progress.ONLINE);
    inbox.ledger(later, "table_partition = 'p_future'");
    assertKind(ask("never", later), AnswerKind.UNSEEN);
    inbox.online("done", later);
    schema.execute(
        "ALTER TABLE inbox REORGANIZE PARTITION p_future INTO (PARTITION p3 VALUES LESS THAN"
            + " ('2026-04-02'), PARTITION p_future VALUES LESS THAN (MAXVALUE))");

    assertKind(ask("done", later), AnswerKind.DUPLICATE);
    // A miss there can't be told from a drop by somebody else before the ledger names p3.
    assertUndecidable(ask("never", later), UndecidableReason.PARTITION_GONE, "p_future", "p3");
    inbox.ledger(later, "table_partition = 'P3'");
    assertKind(ask("never", later), AnswerKind.UNSEEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"digest = NULL", "row_count = NULL", "snapshot_sequence = 0"})
  void aDroppedDayWithoutProofIsUndecidable(String change) {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    archive.publish(DAY);
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.ledger(DAY, change);

    assertUndecidable(ask("never"), UndecidableReason.NOT_PROVEN, DAY.toString(), "DROPPED");
    assertKind(ask("done"), AnswerKind.DUPLICATE);
  }

  @Test
  void aDroppedDayWithoutAnArchiveTableIsUndecidable() {
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.dropPartition("p1");
    assertUndecidable(ask("never"), UndecidableReason.NOT_PROVEN);

    inbox.ledger(DAY, "snapshot_sequence = 1");
    assertUndecidable(ask("never"), UndecidableReason.STALE_POINTER, "has no table");
  }

  @Test
  void aPointerOlderThanTheLedgerIsUndecidable() {
    inbox.ledger(DAY, Progress.PUBLISHED);
    inbox.online("done", DAY);
    archive.publish(DAY);
    inbox.ledger(DAY, "snapshot_sequence = snapshot_sequence + 1");

    assertUndecidable(ask("never"), UndecidableReason.STALE_POINTER, "sequence 1", "raised to 2");
    assertUndecidable(askWithoutDay("never"), UndecidableReason.STALE_POINTER);
    assertKind(ask("done"), AnswerKind.DUPLICATE);
  }

  @Test
  void anArchiveMovedBySomebodyElseIsUndecidable() {
    inbox.ledger(DAY, Progress.PUBLISHED);
    archive.publish(DAY);
    schema.execute("UPDATE iceberg_tables SET metadata_location = previous_metadata_location");

    assertUndecidable(ask("never"), UndecidableReason.FOREIGN_HEAD, "metadata.json");
    assertUndecidable(askWithoutDay("never"), UndecidableReason.FOREIGN_HEAD);
  }

  @Test
  void aDamagedFileIsUndecidable() {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    String path = String.join("", archive.publish(DAY));
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    String key = path.substring(path.indexOf('/', "s3://".length()) + 1);
    archive
        .storage()
        .s3Client()
        .putObject(
            put -> put.bucket(archive.storage().bucket()).key(key),
            RequestBody.fromBytes(new byte[4096]));

    assertUndecidable(ask("done"), UndecidableReason.ARCHIVE_UNREADABLE, path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"inbox", "late_inbox"})
  void aMissingTableIsUndecidable(String table) {
    inbox.ledger(DAY, Progress.CLOSED);
    assertKind(ask("never"), AnswerKind.UNSEEN);
    schema.execute("RENAME TABLE " + table + " TO gone");

    // Once the tables are known: error 1146. Then they are read anew.
    assertUndecidable(ask("never"), UndecidableReason.TABLE_UNREADABLE, table, "1146");
    assertUndecidable(ask("never"), UndecidableReason.TABLE_UNREADABLE, table, "does not exist");
    schema.execute("RENAME TABLE gone TO " + table);
    assertKind(ask("never"), AnswerKind.UNSEEN);
  }

  @Test
  void aMissingLedgerIsUndecidable() {
    schema.execute("DROP TABLE day_ledger");

    assertUndecidable(ask("never"), UndecidableReason.TABLE_UNREADABLE, "day_ledger", "1146");
  }

  @Test
  void aDiscardedTablespaceIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    assertKind(ask("never"), AnswerKind.UNSEEN);
    schema.execute("ALTER TABLE inbox DISCARD PARTITION p1 TABLESPACE");

    assertUndecidable(ask("never"), UndecidableReason.DATABASE_ERROR, "1814");
  }

  @Test
  void aTablePartitionedByArrivalIsUndecidable() {
    schema.execute("DROP TABLE inbox");
    schema.execute(
        "CREATE TABLE inbox (consumer_name VARCHAR(64) COLLATE utf8mb4_0900_bin NOT NULL, event_id"
            + " VARCHAR(64) COLLATE utf8mb4_0900_bin NOT NULL, event_day DATE NOT NULL, status"
            + " VARCHAR(16), payload_hash BINARY(32), result_code VARCHAR(32), amount_minor BIGINT,"
            + " received_at DATE NOT NULL, PRIMARY KEY (consumer_name, event_id, received_at))"
            + " PARTITION BY RANGE COLUMNS (received_at) (PARTITION p1 VALUES LESS THAN"
            + " (MAXVALUE))");
    inbox.ledger(DAY, Progress.ONLINE);

    assertUndecidable(
        ask("never"),
        UndecidableReason.PARTITIONING_NOT_SUPPORTED,
        "redelivered on another day would land in another partition");
  }

  @Test
  void aLateTableWhosePrimaryKeyIsNotTheIdentityIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    schema.execute(
        "ALTER TABLE late_inbox DROP PRIMARY KEY, ADD PRIMARY KEY (consumer_name, event_id,"
            + " event_day)");

    assertUndecidable(
        ask("never"), UndecidableReason.UNSUPPORTED_COLUMNS, "late_inbox", "primary key");
  }

  @Test
  void aColumnThatGoesIsNoticedAndTheTablesAreReadAgain() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.online("done", DAY);
    assertKind(ask("done"), AnswerKind.DUPLICATE);
    schema.execute("ALTER TABLE inbox ADD COLUMN note VARCHAR(9), DROP COLUMN received_at");

    assertUndecidable(ask("done"), UndecidableReason.DATABASE_ERROR, "received_at");
    assertUndecidable(ask("done"), UndecidableReason.UNSUPPORTED_COLUMNS, "received_at");
  }

  @Test
  void anEventDayThatIsNoDateAnyMoreIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    assertKind(ask("done"), AnswerKind.UNSEEN);
    inbox.online("done", DAY);
    schema.execute("ALTER TABLE inbox MODIFY event_day DATETIME NOT NULL");
    schema.execute("UPDATE inbox SET event_day = event_day + INTERVAL 10 HOUR");

    assertUndecidable(ask("done"), UndecidableReason.DATABASE_ERROR, "event_day", "DATETIME");
    assertUndecidable(ask("done"), UndecidableReason.UNSUPPORTED_COLUMNS, "event_day");
  }

  @Test
  void aDroppedDayOfATableWithoutDatesIsUndecidableToo() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.online("done", DAY);
    archive.publish(DAY);
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    assertKind(ask("never"), AnswerKind.UNSEEN);
    schema.execute("ALTER TABLE inbox MODIFY event_day DATETIME NOT NULL");

    assertUndecidable(ask("never"), UndecidableReason.DATABASE_ERROR, "event_day", "DATETIME");
  }

  @Test
  void severalRowsOfOneIdentityAreUndecidable() {
    schema.execute("ALTER TABLE inbox DROP PRIMARY KEY");
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.online("twice", DAY);
    inbox.online("twice", DAY);

    assertUndecidable(ask("twice"), UndecidableReason.SEVERAL_ROWS, "event_id=twice", "inbox");
  }

  @Test
  void aCollationThatCallsOtherBytesEqualIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.online("done", DAY);
    assertKind(ask("DONE"), AnswerKind.UNSEEN);
    schema.execute(
        "ALTER TABLE inbox MODIFY event_id VARCHAR(64) COLLATE utf8mb4_0900_ai_ci NOT NULL");

    assertUndecidable(ask("DONE"), UndecidableReason.AMBIGUOUS_IDENTITY, "DONE", "done");
    try (Adjudicator fresh = adjudicator(schema.dataSource())) {
      assertUndecidable(
          ask(fresh, "done", Optional.of(DAY)),
          UndecidableReason.UNSUPPORTED_COLUMNS,
          "utf8mb4_0900_ai_ci");
    }
  }

  @Test
  void aRowThatCanNotBeReadIsUndecidable() throws Exception {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.online("done", DAY);
    try (Connection connection = schema.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = ''");
      statement.execute("UPDATE inbox SET received_at = '0000-00-00'");
    }

    assertUndecidable(
        ask("done"), UndecidableReason.ROW_UNREADABLE, "received_at", "event_id=done");
  }

  @Test
  void aConnectionInTheCallersTransactionIsRefused() throws Exception {
    try (Connection callers = schema.dataSource().getConnection()) {
      callers.setAutoCommit(false);

      assertUnsuitable(callers, "autocommit");
    }
  }

  @Test
  void aSessionThatReadsUncommittedRowsIsRefused() throws Exception {
    try (Connection dirty = schema.dataSource().getConnection()) {
      dirty.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);

      assertUnsuitable(dirty, "READ UNCOMMITTED");
    }
  }

  private void assertUnsuitable(Connection connection, String word) {
    InvocationHandler handsItOut = (proxy, method, arguments) -> connection;
    DataSource dataSource =
        (DataSource)
            Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, handsItOut);
    try (Adjudicator within = adjudicator(dataSource)) {
      assertUndecidable(
          ask(within, "never", Optional.of(DAY)), UndecidableReason.UNSUITABLE_SESSION, word);
    }
  }

  @Test
  void anArchiveWithFewerRowsThanWereProvenIsUndecidable() {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    archive.publish(DAY);
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    archive.expire(DAY);

    assertUndecidable(
        ask("done"), UndecidableReason.NOT_PROVEN, "proven with 1 rows", "holds 0 now");
  }

  @Test
  void anotherDatasetIsAMistakeOfTheCaller() {
    Query query = new Query("outbox", List.of("a", "b"), Optional.empty(), Optional.empty());

    assertThatThrownBy(() -> adjudicator.adjudicate(query))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outbox")
        .hasMessageContaining("inbox");
  }

  private Adjudication ask(String event) {
    return ask(event, DAY);
  }

  private Adjudication ask(String event, LocalDate day) {
    return ask(adjudicator, event, Optional.of(day));
  }

  private Adjudication askWithoutDay(String event) {
    return ask(adjudicator, event, Optional.empty());
  }

  private static Adjudication ask(Adjudicator adjudicator, String event, Optional<LocalDate> day) {
    return adjudicator.adjudicate(
        new Query("inbox", List.of("billing", event), day, Optional.empty()));
  }
}
