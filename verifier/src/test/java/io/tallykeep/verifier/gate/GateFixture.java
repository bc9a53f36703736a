package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.testing.TestInbox.DAY;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.VerifierSettings;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.awaitility.Awaitility;

/**
 * An inbox with a late table, a table of operations, an account with 10000 cents and a journal that
 * takes any number of entries of one event, so that a second effect shows.
 */
final class GateFixture implements AutoCloseable {
  static final String TEXT = " COLLATE utf8mb4_0900_bin ";
  private static final String COLUMNS =
      " (consumer_name VARCHAR(64)"
          + TEXT
          + "NOT NULL, event_id VARCHAR(64)"
          + TEXT
          + "NOT NULL, event_day DATE NOT NULL, status VARCHAR(16)"
          + TEXT
          + "NOT NULL, payload_hash BINARY(32) NOT NULL, result_code VARCHAR(32)"
          + TEXT
          + "NULL, tenant_id VARCHAR(64) NULL, operation_type VARCHAR(64) NULL, operation_id"
          + " VARCHAR(64) NULL, amount_minor BIGINT NULL, ";

  final TestSchema schema;
  final Dataset dataset;
  final TestArchive archive;
  private final Adjudicator adjudicator;

  private GateFixture(Sandbox sandbox, EventDayOrigin origin) {
    this.schema = TestSchema.create(sandbox).withControlTables();
    this.dataset = dataset(schema, origin);
    createTables();
    this.archive = TestArchive.create(schema, dataset);
    this.adjudicator = adjudicator(schema.dataSource());
  }

  /** On the shared sandbox; DAY is in the ledger and ONLINE. */
  static GateFixture create() {
    return create(Sandbox.shared());
  }

  static GateFixture create(Sandbox sandbox) {
    return create(sandbox, EventDayOrigin.EVENT_TIME);
  }

  static GateFixture create(Sandbox sandbox, EventDayOrigin origin) {
    GateFixture fixture = new GateFixture(sandbox, origin);
    fixture.ledger(Progress.ONLINE);
    return fixture;
  }

  private void createTables() {
    schema.execute(
        "CREATE TABLE inbox"
            + COLUMNS
            + "PRIMARY KEY (consumer_name, event_id, event_day)) PARTITION BY RANGE COLUMNS"
            + " (event_day) (PARTITION p1 VALUES LESS THAN ('"
            + DAY.plusDays(1)
            + "'), PARTITION p2 VALUES LESS THAN ('"
            + DAY.plusDays(2)
            + "'))");
    schema.execute("CREATE TABLE late_inbox" + COLUMNS + "PRIMARY KEY (consumer_name, event_id))");
    schema.execute(
        "CREATE TABLE operation (tenant_id VARCHAR(64)"
            + TEXT
            + ", operation_type VARCHAR(64)"
            + TEXT
            + ", operation_id VARCHAR(64)"
            + TEXT
            + ", payee VARCHAR(64) NOT NULL, amount_minor BIGINT NOT NULL, currency CHAR(3) NOT"
            + " NULL, status VARCHAR(16) NOT NULL, result_code VARCHAR(32) NULL, PRIMARY KEY"
            + " (tenant_id, operation_type, operation_id))");
    schema.execute("CREATE TABLE account (id INT PRIMARY KEY, cents BIGINT, version BIGINT)");
    schema.execute("INSERT INTO account VALUES (1, 10000, 10), (2, 0, 0)");
    schema.execute("CREATE TABLE journal (event_id VARCHAR(64), cents BIGINT)");
  }

  private static Dataset dataset(TestSchema schema, EventDayOrigin origin) {
    List<Identifier> key =
        List.of(
            Identifier.of("tenant_id"),
            Identifier.of("operation_type"),
            Identifier.of("operation_id"));
    return new Dataset(
        "inbox",
        0,
        schema.table("inbox"),
        schema.table("late_inbox"),
        List.of(Identifier.of("consumer_name"), Identifier.of("event_id")),
        Identifier.of("event_day"),
        origin,
        Optional.of(Identifier.of("payload_hash")),
        List.of(Identifier.of("status"), Identifier.of("result_code")),
        Optional.of(new LiveRows(Identifier.of("status"), Set.of("PROCESSING", "DEFERRED"))),
        Optional.of(
            new BusinessKey(
                key,
                schema.table("operation"),
                key,
                Identifier.of("status"),
                Set.of("PROCESSING", "UNKNOWN"),
                List.of(
                    Identifier.of("payee"),
                    Identifier.of("amount_minor"),
                    Identifier.of("currency")))));
  }

  Adjudicator adjudicator(DataSource dataSource) {
    return new Adjudicator(
        dataSource,
        archive.catalog(),
        archive.storage(),
        new VerifierSettings(schema.name(), dataset, Duration.ofSeconds(20), 8),
        LookupListener.NONE);
  }

  GateSettings settings() {
    return GateSettings.of(schema.name(), dataset);
  }

  ReplayGate gate() {
    return gate(GateListener.NONE);
  }

  ReplayGate gate(GateListener listener) {
    return new ReplayGate(adjudicator, settings(), listener);
  }

  ReplayGate gate(GateSettings settings, GateListener listener) {
    return new ReplayGate(adjudicator, settings, listener);
  }

  DataSource dataSource() {
    return schema.dataSource();
  }

  static GateEvent event(String id) {
    return event(id, TestInbox.hash(id));
  }

  static GateEvent event(String id, byte[] hash) {
    return GateEvent.of(List.of("billing", id), DAY, hash, Map.of("status", "SUCCEEDED"));
  }

  /** An event that asks for an operation to pay an amount in euros to acme. */
  static GateEvent paying(String id, String operation, long amountMinor) {
    return new GateEvent(
        List.of("billing", id),
        DAY,
        TestInbox.hash(id),
        Map.of("status", "SUCCEEDED"),
        Optional.of(
            new GateOperation(
                List.of("t1", "PAY", operation),
                Map.of("payee", "acme", "amount_minor", amountMinor, "currency", "EUR"),
                Map.of("status", "SUCCEEDED"))),
        Optional.empty());
  }

  /** Adds 100 cents to account 1 and an entry to the journal. */
  static Effect credit(String id) {
    return connection -> {
      book(connection, id);
      return EffectResult.done(Map.of("result_code", "OK"));
    };
  }

  static void book(Connection connection, String id) throws SQLException {
    try (PreparedStatement account =
            connection.prepareStatement("UPDATE account SET cents = cents + 100 WHERE id = 1");
        PreparedStatement journal =
            connection.prepareStatement("INSERT INTO journal VALUES (?, 100)")) {
      account.executeUpdate();
      journal.setString(1, id);
      journal.executeUpdate();
    }
  }

  void ledger(Progress progress) {
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch, table_partition)"
            + " VALUES ('inbox', 0, ?, ?, 100, 'p1') AS new ON DUPLICATE KEY UPDATE progress ="
            + " new.progress, epoch = day_ledger.epoch + 1",
        DAY,
        progress.name());
  }

  /**
   * Waits until a session of the server waits for a row lock. The list asked is always made anew;
   * INNODB_TRX grows old while it is read often.
   */
  void awaitLockWait(long session) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                number(
                        "SELECT COUNT(*) FROM performance_schema.data_lock_waits AS waits"
                            + " JOIN performance_schema.threads AS threads"
                            + " ON threads.THREAD_ID = waits.REQUESTING_THREAD_ID"
                            + " WHERE threads.PROCESSLIST_ID = "
                            + session)
                    > 0);
  }

  long epoch() {
    return number("SELECT epoch FROM day_ledger");
  }

  long number(String sql) {
    return Long.parseLong(schema.text(sql));
  }

  /** The first column of a statement's first row, as text. */
  static String text(Connection on, String sql) throws SQLException {
    try (Statement statement = on.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** How often the event had its effect. */
  long effects(String id) {
    return number("SELECT COUNT(*) FROM journal WHERE event_id = '" + id + "'");
  }

  long rows(String id) {
    return number(
        "SELECT (SELECT COUNT(*) FROM inbox WHERE event_id = '"
            + id
            + "') + (SELECT COUNT(*) FROM late_inbox WHERE event_id = '"
            + id
            + "')");
  }

  @Override
  public void close() {
    adjudicator.close();
    archive.close();
  }
}
