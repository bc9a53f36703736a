package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is gone, slow or cut off in the middle makes an answer UNDECIDABLE, in time. */
class FaultsIT {
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private TestSchema schema;
  private TestInbox inbox;
  private TestArchive archive;
  private FaultProxy mysqlProxy;
  private FaultProxy s3Proxy;
  private ArchiveStorage storage;
  private Adjudicator adjudicator;

  @BeforeEach
  void putProxiesBetween() {
    schema = TestSchema.create().withControlTables();
    inbox = TestInbox.create(schema);
    archive = TestArchive.create(schema, inbox.dataset());
    MysqlAddress mysql = schema.server();
    mysqlProxy = FaultProxy.inFrontOf(mysql.host(), mysql.port());
    S3Address s3 = Sandbox.shared().s3();
    s3Proxy = FaultProxy.inFrontOf(s3.endpoint().getHost(), s3.endpoint().getPort());
    storage = archive.storage(s3.throughPort(s3Proxy.port()));
    adjudicator = adjudicator(schema.through(mysql.throughPort(mysqlProxy.port())), DEADLINE);
  }

  private Adjudicator adjudicator(DataSource dataSource, Duration deadline) {
    return new Adjudicator(
        dataSource,
        archive.catalog(storage),
        storage,
        new VerifierSettings(schema.name(), inbox.dataset(), deadline, 4),
        LookupListener.NONE);
  }

  @AfterEach
  void close() {
    adjudicator.close();
    storage.close();
    s3Proxy.close();
    mysqlProxy.close();
    archive.close();
  }

  @Test
  void anObjectStoreThatRefusesConnectionsIsUndecidable() {
    droppedDay();
    assertKind(ask("done"), AnswerKind.DUPLICATE);
    s3Proxy.refuse();
    s3Proxy.cut();

    assertUndecidableInTime("done", "step 4");
    s3Proxy.heal();
    assertKind(ask("done"), AnswerKind.DUPLICATE);
  }

  @Test
  void anObjectStoreThatIsDownBeforeTheFirstLookupIsUndecidable() {
    droppedDay();
    s3Proxy.refuse();

    assertUndecidableInTime("never", "");
  }

  @Test
  void anObjectStoreThatHangsIsUndecidableByTheDeadline() {
    droppedDay();
    s3Proxy.delay(Duration.ofSeconds(60));

    assertUndecidable(askInTime("done"), UndecidableReason.DEADLINE, "2000 ms", "step 3 (POINTER)");
    assertKindOnline();
  }

  @Test
  void anObjectStoreThatCutsEveryAnswerIsUndecidable() {
    droppedDay();
    assertKind(ask("done"), AnswerKind.DUPLICATE);
    s3Proxy.dropAnswersAfter("GET ", 1_000);

    assertUndecidableInTime("done", "");
  }

  @Test
  void oneCutAnswerOfTheObjectStoreIsReadAgain() {
    droppedDay();
    assertKind(ask("never"), AnswerKind.UNSEEN);
    s3Proxy.dropAnswersAfter("GET ");

    assertKind(ask("done"), AnswerKind.DUPLICATE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"day_ledger", "PARTITION (`p", "late_inbox", "iceberg_tables"})
  void aDatabaseAnswerThatIsLostIsUndecidable(String statement) {
    inbox.ledger(DAY, Progress.PUBLISHED);
    archive.publish(DAY);
    assertKind(ask("never"), AnswerKind.UNSEEN);
    mysqlProxy.dropAnswersAfter(statement);

    assertUndecidable(askInTime("never"), UndecidableReason.DATABASE_ERROR, "SQLSTATE 08");
    assertKind(ask("never"), AnswerKind.UNSEEN);
  }

  @Test
  void aDatabaseThatRefusesConnectionsIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    mysqlProxy.refuse();

    assertUndecidable(askInTime("never"), UndecidableReason.DATABASE_ERROR, "SQLSTATE 08");
  }

  @Test
  void aDatabaseThatHangsIsUndecidableByTheDeadline() {
    inbox.ledger(DAY, Progress.ONLINE);
    assertKind(ask("never"), AnswerKind.UNSEEN);
    mysqlProxy.delay(Duration.ofSeconds(60));

    assertUndecidable(askInTime("never"), UndecidableReason.DEADLINE, "before step 0");
  }

  @Test
  void aTableLockedByDdlIsUndecidableByTheDeadline() throws Exception {
    inbox.ledger(DAY, Progress.ONLINE);
    assertKind(ask("never"), AnswerKind.UNSEEN);
    try (Connection holder = schema.dataSource().getConnection();
        Statement statement = holder.createStatement()) {
      statement.execute("LOCK TABLES inbox WRITE");

      assertUndecidable(askInTime("never"), UndecidableReason.DEADLINE, "step 1 (ONLINE)");
    }
    assertKind(ask("never"), AnswerKind.UNSEEN);
  }

  @Test
  void aReadOnlyOrStoppedServerDecidesNothing(@TempDir Path folder) throws Exception {
    try (PrivateSandbox alone =
        Sandbox.startPrivate(folder.resolve("s"), SandboxOptions.FOR_TESTS.mysqlOnly())) {
      schema = TestSchema.create(alone).withControlTables();
      inbox = TestInbox.create(schema);
      inbox.ledger(DAY, Progress.ONLINE);
      inbox.online("done", DAY);
      try (Adjudicator onIt = adjudicator(schema.dataSource(), Duration.ofSeconds(10))) {
        assertKind(ask(onIt, "done", Optional.of(TestInbox.hash("done"))), AnswerKind.DUPLICATE);
        for (String readOnly : List.of("read_only", "super_read_only")) {
          schema.execute("SET GLOBAL " + readOnly + " = 1");
          for (String event : List.of("done", "never")) {
            assertUndecidable(
                ask(onIt, event, Optional.empty()),
                UndecidableReason.READ_ONLY_SERVER,
                schema.text("SELECT @@server_uuid"));
          }
          assertUndecidable(
              onIt.adjudicate(
                  new Query(
                      "inbox", List.of("billing", "done"), Optional.empty(), Optional.empty())),
              UndecidableReason.READ_ONLY_SERVER);
        }
        alone.mysqlServer().stop();
        assertUndecidable(
            ask(onIt, "done", Optional.empty()), UndecidableReason.DATABASE_ERROR, "SQLSTATE 08");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"inbox#p#p1.ibd, 1146", "late_inbox.ibd, 1812"})
  void aTableWhoseFileIsGoneIsUndecidable(String gone, String error, @TempDir Path folder)
      throws Exception {
    try (PrivateSandbox alone =
        Sandbox.startPrivate(folder.resolve("s"), SandboxOptions.FOR_TESTS.mysqlOnly())) {
      schema = TestSchema.create(alone).withControlTables();
      inbox = TestInbox.create(schema);
      inbox.ledger(DAY, Progress.ONLINE);
      alone.mysqlServer().stop();
      try (Stream<Path> files = Files.walk(folder)) {
        Files.delete(
            files
                .filter(file -> file.getFileName().toString().equals(gone))
                .findFirst()
                .orElseThrow());
      }
      alone.mysqlServer().start();
      try (Adjudicator onIt = adjudicator(schema.dataSource(), Duration.ofSeconds(10))) {
        assertUndecidable(
            ask(onIt, "never", Optional.empty()), UndecidableReason.TABLE_UNREADABLE, error);
      }
    }
  }

  /** Whatever is down, rows in MySQL answer where MySQL does. */
  private void assertKindOnline() {
    inbox.ledger(DAY.plusDays(1), Progress.ONLINE);
    inbox.online("online", DAY.plusDays(1));
    assertKind(
        adjudicator.adjudicate(
            new Query(
                "inbox",
                List.of("billing", "online"),
                Optional.of(DAY.plusDays(1)),
                Optional.empty())),
        AnswerKind.DUPLICATE);
  }

  private void droppedDay() {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    archive.publish(DAY);
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
  }

  private void assertUndecidableInTime(String event, String word) {
    Adjudication adjudication = askInTime(event);
    assertThat(adjudication.answer())
        .as(adjudication.toString())
        .isInstanceOfSatisfying(
            Answer.Undecidable.class,
            answer ->
                assertThat(answer.reason())
                    .isIn(UndecidableReason.DEADLINE, UndecidableReason.ARCHIVE_UNREADABLE));
    if (adjudication.reason().orElseThrow().startsWith("DEADLINE")) {
      assertThat(adjudication.reason().orElseThrow()).contains(word);
    }
  }

  private Adjudication askInTime(String event) {
    long start = System.nanoTime();
    Adjudication adjudication = ask(event);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plusMillis(700));
    return adjudication;
  }

  private Adjudication ask(String event) {
    return ask(adjudicator, event, Optional.empty());
  }

  private static Adjudication ask(
      Adjudicator adjudicator, String event, Optional<byte[]> payloadHash) {
    return adjudicator.adjudicate(
        new Query("inbox", List.of("billing", event), Optional.of(DAY), payloadHash));
  }
}
