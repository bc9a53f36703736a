package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of the reads, and what happens when the day changes between two of them. */
class ProtocolIT {
  private final StepHook hook = new StepHook();
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
            hook);
  }

  @AfterEach
  void close() {
    adjudicator.close();
    archive.close();
  }

  @Test
  void theReadsComeInTheOrderOfTheProof() {
    inbox.ledger(DAY, Progress.CLOSED);

    assertKind(ask("never"), AnswerKind.UNSEEN);

    assertThat(hook.takeSteps())
        .containsExactly(
            "1 LEDGER_FIRST",
            "1 ONLINE",
            "1 LATE",
            "1 LEDGER_AGAIN",
            "1 POINTER",
            "1 ARCHIVE",
            "1 LEDGER_LAST");
  }

  @Test
  void theArchiveIsSkippedOnlyWhereTheDayWasOnlineThroughout() {
    inbox.ledger(DAY, Progress.ONLINE);

    assertKind(ask("never"), AnswerKind.UNSEEN);
    assertThat(hook.takeSteps())
        .containsExactly("1 LEDGER_FIRST", "1 ONLINE", "1 LATE", "1 LEDGER_AGAIN");

    hook.once(LookupStep.LATE, () -> inbox.ledger(DAY, "epoch = epoch + 1"));
    assertKind(ask("never"), AnswerKind.UNSEEN);
    assertThat(hook.takeSteps()).contains("1 ARCHIVE", "1 LEDGER_LAST", "2 LEDGER_AGAIN");

    hook.once(LookupStep.LEDGER_AGAIN, () -> inbox.ledger(DAY, Progress.CLOSED));
    assertKind(ask("never"), AnswerKind.UNSEEN);
    assertThat(hook.takeSteps()).contains("1 ARCHIVE", "1 LEDGER_LAST", "2 ARCHIVE");
  }

  @Test
  void theFirstHitEndsTheLookup() {
    inbox.ledger(DAY, Progress.HELD);
    inbox.online("done", DAY);
    inbox.late("late", DAY);

    assertKind(ask("done"), AnswerKind.DUPLICATE);
    assertThat(hook.takeSteps()).containsExactly("1 LEDGER_FIRST", "1 ONLINE");
    assertKind(ask("late"), AnswerKind.DUPLICATE);
    assertThat(hook.takeSteps()).containsExactly("1 LEDGER_FIRST", "1 ONLINE", "1 LATE");
  }

  @ParameterizedTest
  @EnumSource(LookupStep.class)
  void aRowWhoseDayGoesOfflineBeforeAnyReadIsFound(LookupStep step) {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    hook.once(step, () -> takeOffline());

    Adjudication done = ask("done");

    assertKind(done, AnswerKind.DUPLICATE);
    assertThat(done.where())
        .isEqualTo(
            step == LookupStep.LEDGER_FIRST || step == LookupStep.ONLINE
                ? Where.ARCHIVE
                : Where.ONLINE);
  }

  @ParameterizedTest
  @EnumSource(LookupStep.class)
  void aLateRowThatMovesToTheArchiveBeforeAnyReadIsFound(LookupStep step) {
    inbox.ledger(DAY, Progress.CLOSED);
    inbox.late("late", DAY);
    hook.once(
        step,
        () -> {
          archive.publishLate(DAY);
          inbox.schema().execute("DELETE FROM late_inbox");
          inbox.ledger(DAY, "epoch = epoch + 1");
        });

    assertKind(ask("late"), AnswerKind.DUPLICATE);
  }

  @ParameterizedTest
  @EnumSource(LookupStep.class)
  void aRowThatExpiresBeforeAnyReadIsNeverUnseen(LookupStep step) {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    takeOffline();
    hook.once(step, this::expire);

    Adjudication done = ask("done");

    // Files that the pinned pointer names are still readable after the expire.
    assertKind(
        done,
        step == LookupStep.ARCHIVE || step == LookupStep.LEDGER_LAST
            ? AnswerKind.DUPLICATE
            : AnswerKind.BEYOND_WINDOW);
  }

  @ParameterizedTest
  @EnumSource(value = LookupStep.class, mode = EnumSource.Mode.EXCLUDE, names = "LEDGER_FIRST")
  void anUnknownEventOfADayThatExpiresMeanwhileIsBeyondTheWindow(LookupStep step) {
    inbox.ledger(DAY, Progress.FROZEN);
    takeOffline();
    hook.once(step, this::expire);

    assertThat(ask("never").answer()).isEqualTo(new Answer.BeyondWindow());
    assertThat(hook.takeSteps()).endsWith("2 LEDGER_FIRST");
  }

  @Test
  void anEpochThatChangesBeforeStepFiveStartsOverAndCarriesTheNewOne() {
    inbox.ledger(DAY, Progress.CLOSED);
    hook.once(LookupStep.LEDGER_LAST, () -> inbox.ledger(DAY, "epoch = 777"));

    assertThat(ask("never").answer())
        .isEqualTo(new Answer.Unseen(777, inbox.schema().text("SELECT @@server_uuid")));
    assertThat(hook.takeSteps()).contains("2 LEDGER_FIRST", "2 LEDGER_LAST");
  }

  @Test
  void aLedgerThatNeverStandsStillIsUndecidableAfterThreeRestarts() {
    inbox.ledger(DAY, Progress.CLOSED);
    hook.always(
        (step, round) -> {
          if (step == LookupStep.LEDGER_LAST) {
            inbox.ledger(DAY, "epoch = epoch + 1");
          }
        });

    assertUndecidable(
        ask("never"), UndecidableReason.KEEPS_CHANGING, DAY.toString(), "epoch 103", "epoch 104");
    assertThat(hook.takeSteps()).contains("4 LEDGER_LAST").doesNotContain("5 LEDGER_FIRST");
  }

  @Test
  void aFileThatVanishesBecauseItWasRewrittenStartsOver() {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    inbox.schema().execute("CREATE TABLE kept SELECT * FROM inbox");
    takeOffline();
    hook.once(LookupStep.ARCHIVE, () -> archive.rewrite(DAY, inbox.schema().table("kept")));

    Adjudication done = ask("done");

    assertKind(done, AnswerKind.DUPLICATE);
    assertThat(done.where()).isEqualTo(Where.ARCHIVE);
    assertThat(hook.takeSteps()).contains("1 ARCHIVE", "2 LEDGER_FIRST", "2 ARCHIVE");
  }

  @Test
  void aFileThatIsGoneForGoodIsUndecidableAfterThreeRestarts() {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    String path = takeOffline();
    archive.delete(path);

    assertUndecidable(ask("done"), UndecidableReason.ARCHIVE_UNREADABLE, "4 tries", path);
    assertThat(hook.takeSteps()).contains("4 ARCHIVE").doesNotContain("5 LEDGER_FIRST");
  }

  @Test
  void withoutAnEventDayARewrittenFileStartsOverToo() {
    inbox.ledger(DAY, Progress.FROZEN);
    inbox.online("done", DAY);
    inbox.schema().execute("CREATE TABLE kept SELECT * FROM inbox");
    takeOffline();
    hook.once(LookupStep.ARCHIVE, () -> archive.rewrite(DAY, inbox.schema().table("kept")));

    Query query =
        new Query("inbox", List.of("billing", "done"), Optional.empty(), Optional.empty());
    assertKind(adjudicator.adjudicate(query), AnswerKind.DUPLICATE);
    assertThat(hook.takeSteps()).contains("2 ARCHIVE").doesNotContain("3 LEDGER_FIRST");

    archive.table().at(archive.table().pointer()).files(DAY).forEach(f -> archive.delete(f.path()));
    assertUndecidable(
        adjudicator.adjudicate(query), UndecidableReason.ARCHIVE_UNREADABLE, "4 tries");
  }

  /** Publishes and drops the day; returns its file, if it has one. */
  private String takeOffline() {
    Set<String> paths = archive.publish(DAY);
    inbox.ledger(DAY, Progress.DROPPING);
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    return String.join("", paths);
  }

  private void expire() {
    inbox.ledger(DAY, "progress = 'EXPIRED', epoch = epoch + 1");
    archive.expire(DAY);
  }

  private Adjudication ask(String event) {
    return adjudicator.adjudicate(
        new Query("inbox", List.of("billing", event), Optional.of(DAY), Optional.empty()));
  }
}
