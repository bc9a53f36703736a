package io.tallykeep.jobs.retention.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.CommitGuard;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.Stop;
import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.AnswerKind;
import io.tallykeep.verifier.lookup.Where;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** What leaves the late table, and what keeps a row there, between its copy and its delete. */
class LateDeleteIT {
  private static final int DAYS = 6;
  private static final int ROWS = 10;

  private final Sandbox sandbox = Sandbox.shared();

  @TempDir private Path folder;
  private FaultProxy proxy;
  private TestInbox inbox;
  private LateRows late;
  private TestArchive archive;
  private LocalDate day;
  private LocalDate other;

  /** Two days are held. */
  @BeforeEach
  void archiveAnInbox() throws Exception {
    inbox = TestInbox.create(sandbox, folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    inbox.sql(
        "ALTER TABLE "
            + inbox.table()
            + " ADD COLUMN note VARCHAR(40) NULL COLLATE utf8mb4_0900_ai_ci");
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    late = new LateRows(inbox);
    archive = new TestArchive(inbox);
    day = inbox.day(6);
    other = inbox.day(5);
    runs("archive");
    proxy = FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port());
    inbox.configure(sandbox.mysql().throughPort(proxy.port()), sandbox.s3());
  }

  @AfterEach
  void close() {
    archive.close();
    proxy.close();
  }

  private Outcome runs(String job) {
    Outcome outcome = inbox.run("jobs", "run", job);
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    return outcome;
  }

  private String result(int row, String column) {
    Adjudication found = archive.lookUp(day, row);
    assertThat(found.answer()).as(found.toString()).isInstanceOf(Answer.Duplicate.class);
    return Objects.requireNonNull(found.result().get(column)).orElse("NULL");
  }

  /** Runs the statements when the rows are copied and published, and none is deleted yet. */
  private Stop beforeDelete(String... statements) {
    return proxy.stopBefore(
        () -> {
          try {
            inbox.sql(statements);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        },
        "SET progress = 'PROVEN'");
  }

  private String set(int row, String assignments) {
    return "UPDATE "
        + late.table()
        + " SET "
        + assignments
        + " WHERE consumer_name = '"
        + TestInbox.CONSUMER
        + "' AND event_id = '"
        + TestInbox.event(day, row)
        + "'";
  }

  @Test
  void aRowThatChangedAfterItsCopyStaysAndGoesAsASecondVersion() throws SQLException {
    late.fill(day, 101, 110);
    Stop changed = beforeDelete(set(103, "result_code = 'PAID', amount_minor = 999"));

    Outcome first = runs("late");

    assertThat(changed.isReached()).isTrue();
    assertThat(first.out()).contains("9 late rows deleted, 1 changed since or locked stay");
    assertThat(late.events()).containsExactly(TestInbox.event(day, 103));
    assertThat(archive.lookUp(day, 103).where()).isEqualTo(Where.LATE);
    assertThat(result(103, "result_code")).isEqualTo("PAID");
    long sequence = late.ledger(day, "snapshot_sequence");

    runs("late");

    assertThat(late.count()).isZero();
    assertThat(archive.lookUp(day, 103).where()).isEqualTo(Where.ARCHIVE);
    assertThat(result(103, "result_code")).as("the later version").isEqualTo("PAID");
    assertThat(result(102, "result_code")).isEqualTo("OK");
    assertThat(late.ledger(day, "snapshot_sequence")).isGreaterThan(sequence);
    assertThat(archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum())
        .isEqualTo(ROWS + 11);
  }

  @Test
  void whatSqlCallsEqualIsNotWhatWasArchived() throws SQLException {
    late.fill(day, 101, 106);
    inbox.sql("UPDATE " + late.table() + " SET note = 'ok'", set(104, "note = NULL"));
    assertThat(inbox.query("SELECT COUNT(*) FROM " + late.table() + " WHERE note = 'ÓK'"))
        .as("to MySQL")
        .containsExactly("5");
    Stop changed =
        beforeDelete(
            set(101, "note = 'OK'"),
            set(102, "note = 'ók'"),
            set(103, "note = NULL"),
            set(104, "note = ''"),
            set(105, "amount_minor = amount_minor + 0, note = 'ok'"));

    Outcome run = runs("late");

    assertThat(changed.isReached()).isTrue();
    assertThat(run.out()).contains("2 late rows deleted, 4 changed since or locked stay");
    assertThat(late.events())
        .containsExactly(
            TestInbox.event(day, 101),
            TestInbox.event(day, 102),
            TestInbox.event(day, 103),
            TestInbox.event(day, 104));
    runs("late");
    assertThat(late.count()).isZero();
    assertThat(result(104, "status")).isEqualTo("SUCCEEDED");
  }

  @Test
  void aRowSomebodyHasLockedStaysAndNobodyWaits() throws SQLException {
    late.fill(day, 101, 110);
    try (Connection finisher = inbox.server().getConnection();
        Statement statement = finisher.createStatement()) {
      finisher.setAutoCommit(false);
      statement.execute(set(105, "amount_minor = 5"));

      Outcome run = runs("late");

      assertThat(run.out()).contains("9 late rows deleted, 1 changed since or locked stay");
      finisher.commit();
    }
    assertThat(late.events()).containsExactly(TestInbox.event(day, 105));
    runs("late");
    assertThat(result(105, "amount_minor")).isEqualTo("5");
  }

  @Test
  void aVerdictFromBeforeTheDeleteIsVoid() throws SQLException {
    Adjudication verdict = archive.lookUp(day, 101);
    assertThat(verdict.answer().kind()).isEqualTo(AnswerKind.UNSEEN);
    assertThat(verdict.epoch()).hasValue(late.ledger(day, "epoch"));
    late.fill(day, 101, 101);
    assertThat(verdict.epoch())
        .as("an insert needs no new epoch")
        .hasValue(late.ledger(day, "epoch"));

    runs("late");

    assertThat(late.count()).as("its primary key refuses no second insert").isZero();
    assertThat(late.ledger(day, "epoch")).isGreaterThan(verdict.epoch().orElseThrow());
    assertThat(archive.lookUp(day, 101).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
  }

  @Test
  void aDayWhoseLedgerRowStaysLockedIsFinishedTheNextNight() throws SQLException {
    late.fill(day, 101, 110);
    late.fill(other, 101, 110);
    try (Connection writer = inbox.server().getConnection();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute(
          "SELECT 1 FROM `"
              + inbox.control()
              + "`.day_ledger WHERE dataset = 'inbox' AND shard = 0 AND event_day = '"
              + day
              + "' FOR SHARE");

      Outcome busy = inbox.run("jobs", "run", "late");

      assertThat(busy.exitCode()).as(busy.toString()).isEqualTo(2);
      assertThat(busy.out())
          .contains("DEFERRED, delete: LEDGER_BUSY: the ledger row of " + day)
          .contains("(late)");
      assertThat(late.count()).as("the other day's are gone").isEqualTo(10);
      writer.rollback();
    }
    late.fill(other, 111, 111);
    assertThat(inbox.run("jobs", "plan", "late").out())
        .contains("CONTINUE")
        .contains("PROVEN: an e");

    Outcome next = runs("late");

    assertThat(next.out()).contains("10 late rows deleted").contains("1 late rows deleted");
    assertThat(late.count()).isZero();
    assertThat(late.runs()).containsExactly("DONE", "DONE");
    assertThat(archive.files(day).stream().mapToLong(ArchivedFile::rowCount).sum())
        .as("no second copy was made")
        .isEqualTo(ROWS + 10);
  }

  @Test
  void aPauseStopsTheDeleteAndTheNextRunFinishesIt() throws SQLException {
    late.fill(day, 101, 110);
    Stop paused =
        beforeDelete(
            "UPDATE `"
                + inbox.control()
                + "`.control_switch SET is_on = TRUE, reason = 'incident'");

    Outcome stopped = inbox.run("jobs", "run", "late");

    assertThat(paused.isReached()).isTrue();
    assertThat(stopped.exitCode()).as(stopped.toString()).isEqualTo(2);
    assertThat(stopped.out()).contains("delete: PAUSED: ").contains("incident");
    assertThat(late.count()).isEqualTo(10);
    assertThat(inbox.run("jobs", "pause", "off", "--reason", "over").exitCode()).isZero();
    runs("late");
    assertThat(late.count()).isZero();
    assertThat(archive.files(day)).hasSize(2);
  }

  private String ledger(String assignments, LocalDate of) {
    return "UPDATE `"
        + inbox.control()
        + "`.day_ledger SET "
        + assignments
        + " WHERE event_day = '"
        + of
        + "'";
  }

  @Test
  void aPointerOlderThanTheLedgerDeletesNothingAndADeferralKeepsItsNight() throws SQLException {
    late.fill(day, 101, 110);
    String deferred = "attention = 'DEFERRED', attention_reason = 'X', changed_at = '2026-01-02'";
    inbox.sql(ledger(deferred, day));
    long sequence = late.ledger(other, "snapshot_sequence");
    Stop restored = beforeDelete(ledger("snapshot_sequence = 1000", other));

    Outcome stopped = inbox.run("jobs", "run", "late");

    assertThat(restored.isReached()).isTrue();
    assertThat(stopped.exitCode()).as(stopped.toString()).isEqualTo(2);
    assertThat(stopped.out()).contains("delete: STALE_POINTER").contains("rebuild-catalog");
    assertThat(late.count()).isEqualTo(10);
    inbox.sql(ledger("snapshot_sequence = " + sequence, other));
    runs("late");
    assertThat(late.count()).isZero();
    assertThat(late.ledger(day, "DATE(changed_at) = '2026-01-02'"))
        .as("nights are counted by the day of the last change")
        .isOne();
  }

  @Test
  void aProvenRunEndsThoughADayOfItsExpired() throws SQLException {
    late.fill(day, 101, 110);
    late.fill(other, 101, 110);
    Stop paused =
        beforeDelete(
            "UPDATE `" + inbox.control() + "`.control_switch SET is_on = TRUE, reason = 'r'");
    assertThat(inbox.run("jobs", "run", "late").exitCode()).isEqualTo(2);
    assertThat(paused.isReached()).isTrue();
    inbox.sql(
        "DELETE FROM " + late.table() + " WHERE event_day = '" + day + "'",
        ledger("progress = 'EXPIRED'", day));
    assertThat(archive.table().expire(Set.of(day), "expiry", CommitGuard.NONE))
        .isInstanceOf(CommitOutcome.Committed.class);
    assertThat(inbox.run("jobs", "pause", "off", "--reason", "over").exitCode()).isZero();

    Outcome finished = runs("late");

    assertThat(finished.out()).contains("10 late rows deleted");
    assertThat(late.count()).isZero();
    assertThat(late.runs()).containsOnly("DONE");
  }

  @Test
  void rowsStayWhenTheirFileIsNoLongerWhatWasProven() throws SQLException {
    late.fill(day, 101, 350);
    Stop cut =
        proxy.stopAfter(proxy::cut, "FROM `" + inbox.control() + "`.`late_inbox` WHERE", "COMMIT");
    assertThat(inbox.run("jobs", "run", "late").exitCode()).isEqualTo(2);
    assertThat(cut.isReached()).isTrue();
    assertThat(late.count()).as("one transaction's rows are gone").isEqualTo(150);
    ArchivedFile file =
        archive.files(day).stream()
            .filter(found -> found.rowCount() == 250)
            .findFirst()
            .orElseThrow();
    S3Client s3 = archive.servers().storage().s3Client();
    ResponseBytes<GetObjectResponse> content =
        s3.getObjectAsBytes(request -> request.bucket(inbox.bucket()).key(key(file)));
    s3.putObject(
        request -> request.bucket(inbox.bucket()).key(key(file)),
        RequestBody.fromBytes(new byte[(int) file.sizeBytes()]));
    late.fill(day, 351, 352);

    Outcome stopped = inbox.run("jobs", "run", "late");

    assertThat(stopped.exitCode()).as(stopped.toString()).isEqualTo(3);
    assertThat(stopped.out()).contains("QUARANTINED, delete: NOT_AS_PROVEN: " + file.path());
    // What is still in MySQL is archived and proven anew.
    assertThat(stopped.out()).contains("COMPLETED, delete: 152 late rows deleted");
    assertThat(late.count()).isZero();

    s3.putObject(
        request -> request.bucket(inbox.bucket()).key(key(file)),
        RequestBody.fromBytes(content.asByteArray()));
    Outcome again = inbox.run("jobs", "run", "late");
    assertThat(again.exitCode())
        .as("the store gives equal bytes the same entity tag: " + again)
        .isZero();
    assertThat(late.runs()).containsExactly("DONE", "DONE");
    for (int row : new int[] {101, 200, 201, 350, 352}) {
      assertThat(archive.lookUp(day, row).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    }
  }

  private String key(ArchivedFile file) {
    return file.path().substring(("s3://" + inbox.bucket() + "/").length());
  }
}
