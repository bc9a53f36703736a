package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.AnswerLoss;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** What drop does where MySQL, the archive or the server are not as they should be. */
class DropIT {
  private static final Logger LOG = LoggerFactory.getLogger(DropIT.class);
  private static final int DAYS = 7;
  private static final int ROWS = 200;

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;
  private TestInbox inbox;
  private TestArchive archive;

  /** Three days are held, four stay online. */
  @BeforeEach
  void archiveAnInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    archive = new TestArchive(inbox);
  }

  @AfterEach
  void close() {
    archive.close();
  }

  @Test
  void aRowChangedWhileTheGuardWasAwayStopsTheDropOfItsPartition() throws SQLException {
    LocalDate day = inbox.day(6);
    inbox.withoutTrigger(
        "UPDATE",
        "UPDATE "
            + inbox.table()
            + " SET amount_minor = amount_minor + 1 WHERE event_id = '"
            + TestInbox.event(day, 5)
            + "'");

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.out())
        .contains(TestInbox.partition(day) + ": QUARANTINED, drop: NOT_AS_PROVEN")
        .contains("event day " + day + ": proven were");
    assertStillThere(day);
    assertThat(inbox.progress(inbox.day(5))).as("the others go on").isEqualTo("DROPPED");
    Outcome again = inbox.run("jobs", "run", "drop");
    assertThat(again.exitCode()).as(again.toString()).isEqualTo(3);
    assertThat(again.out()).contains("ATTENTION, QUARANTINED: " + day + ": NOT_AS_PROVEN");
    assertStillThere(day);
  }

  @Test
  void anEventLetInTwiceWhileTheGuardWasAwayStopsEveryDrop() throws SQLException {
    LocalDate day = inbox.day(6);
    inbox.sql(
        "INSERT INTO `"
            + inbox.control()
            + "`.late_inbox SELECT * FROM "
            + inbox.table()
            + " WHERE event_id = '"
            + TestInbox.event(day, 5)
            + "'");
    inbox.withoutTrigger("INSERT");

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.out())
        .contains(TestInbox.partition(day) + ": QUARANTINED, drop: GUARD_GAP")
        .contains("event_id=" + TestInbox.event(day, 5))
        .contains("one event may have had two effects");
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      assertStillThere(inbox.day(daysAgo));
    }
  }

  @Test
  void aDataFileThatIsMissingOrNotAsWrittenStopsTheDrop() throws SQLException {
    ArchivedFile missing = archive.files(inbox.day(7)).get(0);
    ArchivedFile truncated = archive.files(inbox.day(6)).get(0);
    ArchivedFile altered = archive.files(inbox.day(5)).get(0);
    S3Client s3 = archive.servers().storage().s3Client();
    s3.deleteObject(request -> request.bucket(inbox.bucket()).key(key(missing)));
    put(s3, truncated, new byte[(int) truncated.sizeBytes() / 2]);
    put(s3, altered, new byte[(int) altered.sizeBytes()]);

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    for (ArchivedFile file : new ArchivedFile[] {missing, truncated, altered}) {
      assertThat(drop.out())
          .contains(
              TestInbox.partition(file.eventDay())
                  + ": QUARANTINED, drop: NOT_AS_PROVEN: "
                  + file.path()
                  + ": written with "
                  + file.sizeBytes()
                  + " bytes");
      assertStillThere(file.eventDay());
    }
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .containsExactly(String.valueOf(DAYS * ROWS));
  }

  @Test
  void aHeadThatSomebodyElseMovedStopsTheDrop() throws SQLException {
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.iceberg_tables SET metadata_location = previous_metadata_location");

    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(3);
    assertThat(drop.out()).contains("NOT_AS_PROVEN").contains("was not moved by Tallykeep");
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      assertStillThere(inbox.day(daysAgo));
    }
  }

  @Test
  void anOpenReaderPutsTheDropOffAndHoldsNoWriterUpForLong() throws Exception {
    try (Connection reader = inbox.server().getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      String id;
      try (ResultSet row =
          statement.executeQuery("SELECT CONNECTION_ID() FROM " + inbox.table() + " LIMIT 1")) {
        row.next();
        id = row.getString(1);
      }
      Future<Outcome> running = Aside.call(() -> inbox.run("jobs", "run", "drop"));
      Duration longest = longestWriteUntil(running);

      Outcome drop = running.get();
      assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
      assertThat(drop.out())
          .contains(
              TestInbox.partition(inbox.day(DAYS))
                  + ": DEFERRED, drop: METADATA_LOCK: DROP PARTITION waited in vain for connection "
                  + id
                  + " (root@");
      LOG.warn("longest write beside a drop blocked by a reader: {} ms", longest.toMillis());
      assertThat(longest)
          .as("one try waits 1 s at most, and writers with it")
          .isBetween(Duration.ofMillis(200), Duration.ofMillis(2_500));
      assertThat(archive.ledger(inbox.day(DAYS)).attention()).isEqualTo(Attention.DEFERRED);
      assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("DROPPING");
      reader.rollback();
    }
    Outcome next = inbox.run("jobs", "run", "drop");
    assertThat(next.exitCode()).as(next.toString()).isZero();
    assertDropped();
  }

  @Test
  void aLostAnswerIsLookedUpAndTheDropRecordedOnce() throws Exception {
    try (FaultProxy proxy = FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port())) {
      inbox.configure(sandbox.mysql().throughPort(proxy.port()), sandbox.s3());
      AnswerLoss loss = proxy.dropAnswersAfter("DROP PARTITION");

      Outcome drop = inbox.run("jobs", "run", "drop");

      assertThat(loss.lostAnswers()).isEqualTo(1);
      assertThat(drop.exitCode()).as(drop.toString()).isZero();
      assertThat(drop.out())
          .contains(
              TestInbox.partition(inbox.day(DAYS))
                  + ": COMPLETED, drop: table partition "
                  + TestInbox.partition(inbox.day(DAYS))
                  + " ("
                  + inbox.day(DAYS)
                  + ") is gone: the drop that was begun took effect");
      assertDropped();
    }
  }

  @Test
  void aStatementThatNeverArrivedIsTriedAgain() throws Exception {
    try (FaultProxy proxy = FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port())) {
      inbox.configure(sandbox.mysql().throughPort(proxy.port()), sandbox.s3());
      Stop lost = proxy.stopBefore(proxy::cut, "DROP PARTITION");

      Outcome drop = inbox.run("jobs", "run", "drop");

      assertThat(lost.isReached()).isTrue();
      // The run's own lock went with the connections: the partition is finished, no other is begun.
      assertThat(drop.exitCode()).as(drop.toString()).isEqualTo(2);
      assertThat(drop.err()).contains("lost the lock");
      assertThat(inbox.progress(inbox.day(DAYS))).isEqualTo("DROPPED");
      assertThat(inbox.progress(inbox.day(6))).isEqualTo("HELD");
      assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
      assertDropped();
    }
  }

  @Test
  void aDropThatNobodyRecordedIsRecordedAndTheOtherPartitionsGoOn() throws SQLException {
    LocalDate day = inbox.day(DAYS);
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.day_ledger SET progress = 'DROPPING' WHERE event_day = '"
            + day
            + "'",
        "ALTER TABLE " + inbox.table() + " DROP PARTITION " + TestInbox.partition(day));
    assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(archive.lookUp(day, ROWS + 1).answer().kind()).isEqualTo(AnswerKind.UNSEEN);

    Outcome archiving = inbox.run("jobs", "run", "archive");
    assertThat(archiving.exitCode()).as(archiving.toString()).isZero();
    Outcome drop = inbox.run("jobs", "run", "drop");

    assertThat(drop.exitCode()).as(drop.toString()).isZero();
    assertDropped();
  }

  private void assertStillThere(LocalDate day) throws SQLException {
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM "
                    + inbox.table()
                    + " PARTITION ("
                    + TestInbox.partition(day)
                    + ")"))
        .as("rows of %s", day)
        .containsExactly(String.valueOf(ROWS));
    assertThat(inbox.progress(day)).as("DROPPING only if equal").isEqualTo("HELD");
  }

  /** All three days are gone from MySQL, recorded and answered from the archive. */
  private void assertDropped() throws SQLException {
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      LocalDate day = inbox.day(daysAgo);
      assertThat(inbox.progress(day)).isEqualTo("DROPPED");
      assertThat(archive.ledger(day).attention()).isEqualTo(Attention.NONE);
      assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    }
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .containsExactly(String.valueOf(4 * ROWS));
  }

  private Duration longestWriteUntil(Future<?> end) {
    AtomicLong longest = new AtomicLong();
    String write =
        "UPDATE "
            + inbox.table()
            + " SET result_code = 'AGAIN' WHERE consumer_name = '"
            + TestInbox.CONSUMER
            + "' AND event_id = '"
            + TestInbox.event(inbox.day(1), 1)
            + "' AND event_day = '"
            + inbox.day(1)
            + "'";
    await("drop ends")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              long start = System.nanoTime();
              inbox.sql(write);
              longest.accumulateAndGet(System.nanoTime() - start, Math::max);
              return end.isDone();
            });
    return Duration.ofNanos(longest.get());
  }

  private void put(S3Client s3, ArchivedFile file, byte[] content) {
    s3.putObject(
        request -> request.bucket(inbox.bucket()).key(key(file)), RequestBody.fromBytes(content));
  }

  private static String key(ArchivedFile file) {
    return file.path().replaceFirst("^s3://[^/]+/", "");
  }
}
