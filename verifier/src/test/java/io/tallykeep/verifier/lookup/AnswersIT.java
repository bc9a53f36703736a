package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** All answers, from all places, in every state of the day. */
class AnswersIT {
  private TestInbox inbox;
  private TestArchive archive;
  private Adjudicator adjudicator;

  @BeforeEach
  void createInbox() {
    TestSchema schema = TestSchema.create().withControlTables();
    inbox = TestInbox.create(schema);
    archive = TestArchive.create(schema, inbox.dataset());
    adjudicator =
        new Adjudicator(
            schema.dataSource(),
            archive.catalog(),
            archive.storage(),
            new VerifierSettings(schema.name(), inbox.dataset(), Duration.ofSeconds(20), 4),
            LookupListener.NONE);
  }

  @AfterEach
  void close() {
    adjudicator.close();
    archive.close();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "EXPIRED")
  void inEveryStateUpToDroppedARowAnswersFromWhereItIs(Progress progress) {
    dayOf(progress, "done");

    Adjudication done = ask("done", TestInbox.hash("done"));

    assertThat(done.answer().kind()).as(done.toString()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(done.result())
        .containsExactly(
            Map.entry("result_code", Optional.of("OK")),
            Map.entry("amount_minor", Optional.of("1250")),
            Map.entry("received_at", Optional.of("2026-03-29T02:30:00.123456")));
    assertThat(done.where()).isEqualTo(progress == Progress.DROPPED ? Where.ARCHIVE : Where.ONLINE);
    assertThat(done.recordedHash()).contains(HexFormat.of().formatHex(TestInbox.hash("done")));
    assertThat(done.epoch()).isEqualTo(OptionalLong.of(100));
    assertThat(done.eventDay()).contains(DAY);
    assertThat(done.reason()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "EXPIRED")
  void inEveryStateUpToDroppedAnotherPayloadIsAConflict(Progress progress) {
    dayOf(progress, "done");

    Adjudication other = ask("done", TestInbox.hash("another"));

    assertThat(other.answer())
        .isEqualTo(new Answer.Conflict(HexFormat.of().formatHex(TestInbox.hash("done"))));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "EXPIRED")
  void inEveryStateUpToDroppedALateRowAnswers(Progress progress) {
    dayOf(progress, "done");
    inbox.late("late", DAY);
    inbox.row("late_inbox", "late-live", DAY, "PROCESSING", null);

    assertThat(ask("late").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(ask("late").where()).isEqualTo(Where.LATE);
    assertThat(ask("late-live").answer()).isEqualTo(new Answer.InProgress("PROCESSING"));
    assertThat(ask("late-live").where()).isEqualTo(Where.LATE);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "EXPIRED")
  void inEveryStateUpToDroppedAnUnknownEventIsUnseenWithTheFirstEpoch(Progress progress) {
    dayOf(progress, "done");

    Adjudication unseen = ask("never");

    assertThat(unseen.answer())
        .as(unseen.toString())
        .isEqualTo(new Answer.Unseen(100, inbox.schema().text("SELECT @@server_uuid")));
    assertThat(unseen.where()).isEqualTo(Where.NONE);
    assertThat(unseen.result()).isEmpty();
    assertThat(unseen.recordedHash()).isEmpty();
    if (progress == Progress.ONLINE) {
      assertThat(unseen.requests()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"ONLINE", "CLOSED", "FROZEN"})
  void aLiveRowIsInProgressWhateverItsPayload(Progress progress) {
    dayOf(progress, "done");
    inbox.row("inbox", "live", DAY, "DEFERRED", TestInbox.hash("live"));
    inbox.row("inbox", "stateless", DAY, null, TestInbox.hash("live"));

    assertThat(ask("live", TestInbox.hash("other")).answer())
        .isEqualTo(new Answer.InProgress("DEFERRED"));
    assertThat(ask("stateless").answer()).isEqualTo(new Answer.InProgress("NULL"));
  }

  @Test
  void aLiveRowThatWasArchivedByMistakeIsStillInProgress() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.row("inbox", "live", DAY, "PROCESSING", null);
    archive.publish(DAY);
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.dropPartition("p1");

    assertThat(ask("live").answer()).isEqualTo(new Answer.InProgress("PROCESSING"));
    assertThat(ask("live").where()).isEqualTo(Where.ARCHIVE);
  }

  @Test
  void anExpiredDayIsBeyondTheWindowWhereverItsRowsAre() {
    dayOf(Progress.PUBLISHED, "done");
    inbox.late("late", DAY);
    inbox.ledger(DAY, Progress.EXPIRED);

    assertThat(ask("done").answer()).isEqualTo(new Answer.BeyondWindow());
    assertThat(ask("late").answer()).isEqualTo(new Answer.BeyondWindow());
    assertThat(ask("never").answer()).isEqualTo(new Answer.BeyondWindow());
    assertThat(ask("never").requests()).isZero();
  }

  @Test
  void aDayWithoutALedgerRowIsNotCoveredEvenIfItHoldsTheRow() {
    inbox.online("done", DAY);

    Adjudication answer = ask("done");

    assertUndecidable(answer, UndecidableReason.NOT_COVERED, "inbox/0", DAY.toString());
    assertThat(answer.epoch()).isEmpty();
    assertThat(answer.serverUuid()).isPresent();
  }

  @Test
  void sentinelDaysAndDaysNoDateHoldsAreNotCovered() {
    inbox
        .schema()
        .execute(
            "INSERT INTO day_ledger (dataset, shard, event_day, progress, epoch) VALUES ('inbox', 0,"
                + " '1000-01-01', 'EXPIRED', 1), ('inbox', 0, '9999-12-31', 'EXPIRED', 1)");
    for (String day : List.of("1000-01-01", "9999-12-31", "0999-12-31", "+10000-01-01")) {
      assertUndecidable(
          ask("done", LocalDate.parse(day), Optional.empty()), UndecidableReason.NOT_COVERED);
    }
  }

  @Test
  void attentionNeverHidesRows() {
    dayOf(Progress.HELD, "done");
    inbox.ledger(DAY, "attention = 'DEFERRED', attention_reason = 'trx 7'");
    assertThat(ask("done").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(ask("never").answer().kind()).isEqualTo(AnswerKind.UNSEEN);

    inbox.ledger(DAY, "attention = 'QUARANTINED'");
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    assertThat(ask("done").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(ask("done").where()).isEqualTo(Where.ARCHIVE);
  }

  @Test
  void aRowThatSomebodyPutsBackOnADroppedDayIsFoundInWhateverPartitionTakesIt() {
    dayOf(Progress.PROVEN, "done");
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.dropPartition("p1");
    inbox.online("back", DAY);

    assertThat(ask("back").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(ask("back").where()).isEqualTo(Where.ONLINE);
    assertThat(ask("done").where()).isEqualTo(Where.ARCHIVE);
    assertThat(ask("never").answer().kind()).isEqualTo(AnswerKind.UNSEEN);
  }

  @Test
  void anEmptyDayThatWasProvenIsUnseen() {
    inbox.ledger(DAY, Progress.PROVEN);
    archive.publish(DAY);
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.dropPartition("p1");

    assertThat(ask("never").answer().kind()).isEqualTo(AnswerKind.UNSEEN);
  }

  @Test
  void aGivenHashThatItsColumnCanNotHoldIsUndecidable() {
    inbox.row("inbox", "done", DAY, "SUCCEEDED", TestInbox.hash("done"));

    for (int bytes : new int[] {2, 31, 33}) {
      assertUndecidable(
          ask("done", new byte[bytes]),
          UndecidableReason.PAYLOAD_HASH_DOES_NOT_FIT,
          "has " + bytes + " bytes");
      assertUndecidable(
          ask("never", new byte[bytes]), UndecidableReason.PAYLOAD_HASH_DOES_NOT_FIT, "whole hash");
    }
  }

  @Test
  void aGivenHashWithoutARecordedOneIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.row("inbox", "hashless", DAY, "SUCCEEDED", null);

    assertThat(ask("hashless").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(ask("hashless").recordedHash()).isEmpty();
    assertUndecidable(
        ask("hashless", TestInbox.hash("x")), UndecidableReason.NO_RECORDED_HASH, "payload_hash");
  }

  @Test
  void aLateRowOfAnotherDayIsAMismatch() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.ledger(DAY.plusDays(1), Progress.ONLINE);
    inbox.late("late", DAY.plusDays(1));

    assertUndecidable(
        ask("late"),
        UndecidableReason.EVENT_DAY_MISMATCH,
        DAY.toString(),
        DAY.plusDays(1).toString());
  }

  @Test
  void equalArchivedCopiesCountOnceAndElseTheLaterOneWins() {
    dayOf(Progress.PROVEN, "done");
    inbox.late("late", DAY);
    archive.publishLate(DAY);
    archive.publishLate(DAY);
    inbox.schema().execute("UPDATE late_inbox SET result_code = 'CORRECTED'");
    archive.publishLate(DAY);
    inbox.schema().execute("DELETE FROM late_inbox");
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.dropPartition("p1");

    Adjudication late = ask("late");

    assertThat(late.where()).isEqualTo(Where.ARCHIVE);
    assertThat(late.result()).containsEntry("result_code", Optional.of("CORRECTED"));
    assertThat(ask("done").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
  }

  @Test
  void aThawedDayFindsItsArchivedLateRows() {
    dayOf(Progress.CLOSED, "done");
    inbox.late("late", DAY);
    archive.publishLate(DAY);
    inbox.schema().execute("DELETE FROM late_inbox");

    assertThat(ask("late").where()).isEqualTo(Where.ARCHIVE);
  }

  @Test
  void withoutAnEventDayEveryCoveredDayIsSearched() {
    dayOf(Progress.PROVEN, "archived");
    inbox.ledger(DAY, Progress.DROPPED);
    inbox.dropPartition("p1");
    inbox.ledger(DAY.plusDays(1), Progress.ONLINE);
    inbox.online("online", DAY.plusDays(1));
    inbox.late("late", DAY);

    assertFoundWithoutDay("archived", Where.ARCHIVE, DAY);
    assertFoundWithoutDay("online", Where.ONLINE, DAY.plusDays(1));
    assertFoundWithoutDay("late", Where.LATE, DAY);
    assertUndecidable(
        ask("never", null, Optional.empty()),
        UndecidableReason.EVENT_DAY_UNKNOWN,
        "2 covered days");
  }

  @Test
  void withoutAnEventDayTheLedgerStillDecides() {
    inbox.online("uncovered", DAY.plusDays(5));
    inbox.late("expired", DAY);
    inbox.ledger(DAY, Progress.EXPIRED);

    inbox.late("uncovered-late", DAY.plusDays(5));

    assertUndecidable(
        ask("uncovered", null, Optional.empty()), UndecidableReason.EVENT_DAY_UNKNOWN, "0 covered");
    assertUndecidable(
        ask("uncovered-late", null, Optional.empty()), UndecidableReason.NOT_COVERED, "2026-04-03");
    assertThat(ask("expired", null, Optional.empty()).answer())
        .isEqualTo(new Answer.BeyondWindow());
  }

  @Test
  void withoutAnEventDayOneIdentityOnTwoDaysIsUndecidable() {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.ledger(DAY.plusDays(1), Progress.ONLINE);
    inbox.online("twice", DAY);
    inbox.online("twice", DAY.plusDays(1));

    assertUndecidable(
        ask("twice", null, Optional.empty()), UndecidableReason.SEVERAL_ROWS, "event_id=twice");
  }

  @Test
  void anAnswerIsNeverKept() {
    inbox.ledger(DAY, Progress.ONLINE);
    assertThat(ask("new").answer().kind()).isEqualTo(AnswerKind.UNSEEN);
    inbox.online("new", DAY);
    assertThat(ask("new").answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    inbox.schema().execute("DELETE FROM inbox");
    assertThat(ask("new").answer().kind()).isEqualTo(AnswerKind.UNSEEN);
  }

  private void assertFoundWithoutDay(String event, Where where, LocalDate day) {
    Adjudication found = ask(event, null, Optional.empty());
    assertThat(found.answer().kind()).as(found.toString()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(found.where()).isEqualTo(where);
    assertThat(found.eventDay()).contains(day);
    assertThat(found.epoch()).isEqualTo(OptionalLong.of(100));
  }

  /** Brings the day of one finished event to a state, as the jobs would. */
  private void dayOf(Progress progress, String event) {
    inbox.ledger(DAY, Progress.ONLINE);
    inbox.online(event, DAY);
    if (progress.isAtLeast(Progress.PUBLISHED)) {
      archive.publish(DAY);
    }
    inbox.ledger(DAY, progress);
    if (progress.isAtLeast(Progress.DROPPED)) {
      inbox.dropPartition("p1");
    }
  }

  private Adjudication ask(String event) {
    return ask(event, DAY, Optional.empty());
  }

  private Adjudication ask(String event, byte[] payloadHash) {
    return ask(event, DAY, Optional.of(payloadHash));
  }

  private Adjudication ask(String event, @Nullable LocalDate day, Optional<byte[]> hash) {
    return adjudicator.adjudicate(
        new Query("inbox", List.of("billing", event), Optional.ofNullable(day), hash));
  }
}
