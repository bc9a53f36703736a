package io.tallykeep.verifier.gate.guide;

import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.Credentials;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.gate.guide.GuideExample.Payment;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What docs/gate.md shows, on tables as the reference schema has them. */
class GuideIT {
  private static final String TEXT = " CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin ";
  private static final String INBOX =
      " (consumer_name VARCHAR(64)"
          + TEXT
          + "NOT NULL, event_id VARCHAR(64)"
          + TEXT
          + "NOT NULL, event_day DATE NOT NULL, status VARCHAR(16)"
          + TEXT
          + "NOT NULL, payload_hash BINARY(32) NOT NULL, result_code VARCHAR(32) NULL, tenant_id"
          + " VARCHAR(64) NULL, operation_type VARCHAR(32) NULL, operation_id VARCHAR(64) NULL,"
          + " received_at DATETIME(6) NOT NULL, PRIMARY KEY (consumer_name, event_id";
  private static final LocalDateTime RECEIVED = DAY.atTime(12, 0);

  private TestSchema schema;
  private ArchiveStorage storage;
  private GuideExample example;

  @BeforeEach
  void create() {
    schema = TestSchema.create().withControlTables();
    schema.execute(
        "CREATE TABLE inbox"
            + INBOX
            + ", event_day)) PARTITION BY RANGE COLUMNS (event_day) (PARTITION p1 VALUES LESS THAN"
            + " ('"
            + DAY.plusDays(1)
            + "'))");
    schema.execute("CREATE TABLE late_inbox" + INBOX + "))");
    schema.execute(
        "CREATE TABLE operation (tenant_id VARCHAR(64)"
            + TEXT
            + "NOT NULL, operation_type VARCHAR(32)"
            + TEXT
            + "NOT NULL, operation_id VARCHAR(64)"
            + TEXT
            + "NOT NULL, payload_hash BINARY(32) NOT NULL, client_key VARCHAR(64) NOT NULL, payee"
            + " VARCHAR(64) NOT NULL, amount_minor BIGINT NOT NULL, currency CHAR(3) NOT NULL,"
            + " status VARCHAR(16) NOT NULL, version BIGINT NOT NULL, created_at DATETIME(6) NOT"
            + " NULL, updated_at DATETIME(6) NOT NULL, PRIMARY KEY (tenant_id, operation_type,"
            + " operation_id))");
    schema.execute(
        "CREATE TABLE account (id BIGINT PRIMARY KEY, cents BIGINT NOT NULL, version BIGINT NOT"
            + " NULL)");
    schema.execute("INSERT INTO account VALUES (1, 0, 10)");
    schema.execute(
        "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch, table_partition)"
            + " VALUES ('inbox', 0, ?, 'ONLINE', 100, 'p1')",
        DAY);
    S3Address s3 = Sandbox.shared().s3();
    storage =
        new ArchiveStorage(
            Optional.of(s3.endpoint()),
            s3.region(),
            Sandbox.shared().newBucket("guide"),
            "archive",
            true,
            Optional.of(Credentials.of(s3.accessKey(), s3.secretKey())));
    example = new GuideExample(schema.dataSource(), schema.name(), schema.name(), storage);
  }

  @AfterEach
  void close() {
    example.close();
    storage.close();
  }

  private static Payment payment(String id, long account, long version) {
    return new Payment(
        id,
        DAY,
        "t1",
        "attempt-" + id,
        account,
        version,
        100,
        "EUR",
        id.getBytes(StandardCharsets.UTF_8),
        TestInbox.hash(id));
  }

  private GateOutcome credit(String id, long version) {
    return example.credit(payment(id, 1, version), RECEIVED);
  }

  @Test
  void theExampleCreditsEachPaymentOnceAndInItsOrder() {
    assertThat(credit("a12", 12).kind()).isEqualTo(Kind.DEFERRED);
    assertThat(credit("a11", 11).kind()).isEqualTo(Kind.APPLIED);
    assertThat(credit("a11", 11).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(example.redrive(payment("a12", 1, 12), RECEIVED).kind()).isEqualTo(Kind.APPLIED);
    assertThat(credit("b11", 11).kind()).isEqualTo(Kind.STALE);
    assertThat(credit("a13", 13).kind()).isEqualTo(Kind.APPLIED);

    assertThat(schema.text("SELECT CONCAT(cents, ' ', version) FROM account")).isEqualTo("300 13");
    assertThat(
            schema.text(
                "SELECT GROUP_CONCAT(event_id, ' ', status, ' ', result_code ORDER BY event_id)"
                    + " FROM inbox"))
        .isEqualTo("a11 SUCCEEDED OK,a12 SUCCEEDED OK,a13 SUCCEEDED OK,b11 SUPERSEDED STALE");
  }

  @Test
  void anAccountThatDoesNotExistIsRejectedAndNotWaitedFor() {
    assertThat(example.credit(payment("x", 99, 5), RECEIVED))
        .isEqualTo(new EffectFailed("NO_ACCOUNT", "there is no account 99"));
    assertThat(schema.text("SELECT COUNT(*) FROM inbox")).isEqualTo("0");
  }
}
