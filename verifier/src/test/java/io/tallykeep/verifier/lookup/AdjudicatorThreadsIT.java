package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.testing.TestArchive;
import io.tallykeep.verifier.testing.TestInbox;
import io.tallykeep.verifier.testing.TestSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One adjudicator serves many callers, and lets none of them wait past the deadline. */
class AdjudicatorThreadsIT {
  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final StepHook hook = new StepHook();
  private TestSchema schema;
  private TestInbox inbox;
  private TestArchive archive;

  @BeforeEach
  void createInbox() {
    schema = TestSchema.create().withControlTables();
    inbox = TestInbox.create(schema);
    archive = TestArchive.create(schema, inbox.dataset());
    inbox.ledger(DAY, Progress.FROZEN);
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    archive.close();
  }

  private Adjudicator adjudicator(Duration deadline, int threads) {
    return new Adjudicator(
        schema.dataSource(),
        archive.catalog(),
        archive.storage(),
        new VerifierSettings(schema.name(), inbox.dataset(), deadline, threads),
        hook);
  }

  @Test
  void manyCallersAtOnceGetTheirOwnAnswers() throws Exception {
    for (int i = 0; i < 20; i++) {
      inbox.online("done-" + i, DAY);
    }
    archive.publish(DAY);
    inbox.dropPartition("p1");
    inbox.ledger(DAY, Progress.DROPPED);
    try (Adjudicator adjudicator = adjudicator(Duration.ofSeconds(30), 8)) {
      List<Future<Adjudication>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        String event = (i % 2 == 0 ? "done-" : "never-") + i % 20;
        answers.add(callers.submit(() -> ask(adjudicator, event)));
      }
      for (int i = 0; i < answers.size(); i++) {
        assertKind(
            answers.get(i).get(60, TimeUnit.SECONDS),
            i % 2 == 0 ? AnswerKind.DUPLICATE : AnswerKind.UNSEEN);
      }
    }
  }

  @Test
  void moreCallersThanThreadsAndQueueHoldAreUndecidable() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    hook.always((step, round) -> awaitQuietly(release));
    try (Adjudicator adjudicator = adjudicator(Duration.ofSeconds(20), 1)) {
      List<Future<Adjudication>> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        answers.add(callers.submit(() -> ask(adjudicator, "never")));
      }
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> answers.stream().filter(Future::isDone).count() == 40 - 17);
      release.countDown();
      int unseen = 0;
      for (Future<Adjudication> answer : answers) {
        Adjudication adjudication = answer.get(30, TimeUnit.SECONDS);
        if (adjudication.answer().kind() == AnswerKind.UNSEEN) {
          unseen++;
        } else {
          assertUndecidable(
              adjudication, UndecidableReason.OVERLOADED, "the 1 look-up threads are taken");
        }
      }
      assertThat(unseen).isEqualTo(17);
    }
  }

  @Test
  void aListenerThatIsSlowCountsAgainstTheDeadline() {
    CountDownLatch never = new CountDownLatch(1);
    hook.always(
        (step, round) -> {
          if (step == LookupStep.LATE) {
            awaitQuietly(never);
          }
        });
    try (Adjudicator adjudicator = adjudicator(Duration.ofMillis(700), 2)) {
      Adjudication answer = ask(adjudicator, "never");

      assertUndecidable(
          answer,
          UndecidableReason.DEADLINE,
          "700 ms",
          "step 2 (LATE)",
          "tallykeep.lookup.deadline");
      assertThat(answer.epoch()).hasValue(100);
      assertThat(answer.eventDay()).contains(DAY);
    }
  }

  @Test
  void aCallerThatIsInterruptedGetsUndecidableAndStaysInterrupted() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    hook.always(
        (step, round) -> {
          reached.countDown();
          awaitQuietly(never);
        });
    try (Adjudicator adjudicator = adjudicator(Duration.ofSeconds(30), 2)) {
      CountDownLatch stillInterrupted = new CountDownLatch(1);
      Future<?> caller =
          callers.submit(
              () -> {
                assertUndecidable(ask(adjudicator, "never"), UndecidableReason.INTERRUPTED);
                if (Thread.currentThread().isInterrupted()) {
                  stillInterrupted.countDown();
                }
              });
      reached.await(10, TimeUnit.SECONDS);
      caller.cancel(true);

      assertThat(stillInterrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aClosedAdjudicatorAnswersUndecidable() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    hook.always(
        (step, round) -> {
          reached.countDown();
          awaitQuietly(never);
        });
    Adjudicator adjudicator = adjudicator(Duration.ofSeconds(30), 1);
    Future<Adjudication> running = callers.submit(() -> ask(adjudicator, "never"));
    reached.await(10, TimeUnit.SECONDS);
    Future<Adjudication> waiting = callers.submit(() -> ask(adjudicator, "never"));
    hook.always((step, round) -> {});
    adjudicator.close();

    assertThat(running.get(10, TimeUnit.SECONDS)).isNotNull();
    assertUndecidable(waiting.get(10, TimeUnit.SECONDS), UndecidableReason.INTERRUPTED, "closed");
    assertUndecidable(ask(adjudicator, "never"), UndecidableReason.INTERRUPTED, "closed");
  }

  private static Adjudication ask(Adjudicator adjudicator, String event) {
    return adjudicator.adjudicate(
        new Query("inbox", List.of("billing", event), Optional.of(DAY), Optional.empty()));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
