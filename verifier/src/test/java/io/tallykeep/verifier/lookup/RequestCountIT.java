package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.ColdArchive.ask;
import static io.tallykeep.verifier.lookup.ColdArchive.askWithoutDay;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertUndecidable;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.table.ArchiveStorage;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** How many requests look-ups send, counted where they arrive. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RequestCountIT {
  private static final ColdArchive COLD = new ColdArchive();
  private static final ArchiveStorage STORAGE = COLD.storage(ColdArchive.UNHEDGED);
  private static final Adjudicator ADJUDICATOR = COLD.adjudicator(STORAGE, Duration.ofSeconds(30));
  private static final List<LocalDate> DAYS = new ArrayList<>();

  @BeforeAll
  static void archiveThreeDays() {
    archiveDays(3);
  }

  @AfterAll
  static void close() {
    ADJUDICATOR.close();
    STORAGE.close();
    COLD.close();
  }

  @BeforeEach
  void forget() {
    COLD.proxy.forget();
  }

  private static void archiveDays(int upTo) {
    while (DAYS.size() < upTo) {
      LocalDate day = DAY.minusDays(DAYS.size());
      COLD.archived(day);
      DAYS.add(day);
    }
  }

  @Test
  @Order(1)
  void withThreeDaysAMissAndAHitTakeOneRequestEach() {
    assertOneRequestEach();
  }

  @Test
  @Order(2)
  void afterACommitOnlyItsOwnMetadataIsReadOnceForAllWhoAskAtOnce() throws Exception {
    assertKind(ask(ADJUDICATOR, DAY, 0), AnswerKind.DUPLICATE);
    archiveDays(4);
    COLD.proxy.forget();

    List<Adjudication> answers = atOnce(8, DAY);

    assertThat(answers).allSatisfy(answer -> assertKind(answer, AnswerKind.DUPLICATE));
    assertThat(COLD.proxy.seen()).filteredOn(seen -> seen.gets("metadata.json")).hasSize(1);
    assertThat(COLD.proxy.seen())
        .as("a manifest list and the one new manifest")
        .filteredOn(seen -> seen.gets(".avro"))
        .hasSize(2);
    assertThat(COLD.proxy.seen()).filteredOn(ColdArchive.DATA_FILE).hasSize(8);
    assertThat(answers.stream().mapToLong(Adjudication::requests).sum())
        .isEqualTo(COLD.proxy.seen().size());
    assertThat(ADJUDICATOR.archive().orElseThrow().sequence()).isEqualTo(4);
  }

  @Test
  @Order(3)
  void withThirtyDaysAMissAndAHitStillTakeOneRequestEach() {
    archiveDays(30);
    assertOneRequestEach();
    assertThat(STORAGE.readStats().indexes().entries()).isEqualTo(30);
    assertThat(STORAGE.readStats().indexes().weightBytes()).isBetween(30L * 200, 30L * 2_000);
  }

  @Test
  @Order(4)
  void withoutAnEventDayEachDayIsAskedByItsFilterAndOnlyTheOneThatHasItIsRead() {
    Adjudication found = askWithoutDay(ADJUDICATOR, DAYS.get(20), 2);

    assertKind(found, AnswerKind.DUPLICATE);
    assertThat(found.eventDay()).contains(DAYS.get(20));
    assertThat(found.requests()).isEqualTo(COLD.proxy.seen().size()).isBetween(1L, 34L);
    COLD.proxy.forget();
    Adjudication missed = askWithoutDay(ADJUDICATOR, DAYS.get(20), 3);
    assertUndecidable(missed, UndecidableReason.EVENT_DAY_UNKNOWN, "30 covered days");
    assertThat(missed.requests()).isEqualTo(COLD.proxy.seen().size()).isLessThanOrEqualTo(33);
  }

  @Test
  @Order(5)
  void eachOfManyLookupsAtOnceIsToldItsOwnRequests() throws Exception {
    List<Adjudication> answers = atOnce(8, DAY, DAYS.get(7), DAYS.get(13), DAYS.get(29));

    assertThat(answers).hasSize(32).allSatisfy(answer -> assertThat(answer.requests()).isOne());
    assertThat(COLD.proxy.seen()).hasSize(32);
  }

  @Test
  @Order(6)
  void whatIsNotKeptIsReadEachTime() {
    ReadLimits nothingKept = new ReadLimits(4, Duration.ZERO, 0, 0, 0);
    try (ArchiveStorage storage = COLD.storage(nothingKept);
        Adjudicator adjudicator = COLD.adjudicator(storage, Duration.ofSeconds(30))) {
      assertKind(ask(adjudicator, DAY, 0), AnswerKind.DUPLICATE);
      COLD.proxy.forget();
      Adjudication answer = ask(adjudicator, DAY, 0);
      assertKind(answer, AnswerKind.DUPLICATE);
      assertThat(answer.requests()).as("index and row group").isEqualTo(2);
      assertThat(COLD.proxy.seen()).hasSize(2);
    }
  }

  @Test
  @Order(7)
  void keptRowGroupsAnswerWithoutARequest() {
    ReadLimits rowGroups = new ReadLimits(4, Duration.ZERO, 1 << 20, 1 << 20, 1 << 20);
    try (ArchiveStorage storage = COLD.storage(rowGroups);
        Adjudicator adjudicator = COLD.adjudicator(storage, Duration.ofSeconds(30))) {
      assertKind(ask(adjudicator, DAY, 0), AnswerKind.DUPLICATE);
      assertThat(ask(adjudicator, DAY, 2).requests()).isZero();
      assertThat(storage.readStats().rowGroups().hits()).isOne();
    }
  }

  /** Every day's index is read first, as a process that runs for a while has done. */
  private static void assertOneRequestEach() {
    DAYS.forEach(day -> assertKind(ask(ADJUDICATOR, day, 0), AnswerKind.DUPLICATE));
    for (LocalDate day : DAYS) {
      for (int number = 1; number <= 3; number++) {
        COLD.proxy.forget();
        Adjudication answer = ask(ADJUDICATOR, day, number);
        assertKind(answer, number % 2 == 0 ? AnswerKind.DUPLICATE : AnswerKind.UNSEEN);
        assertThat(COLD.proxy.seen()).as(answer.toString()).hasSize(1);
        assertThat(answer.requests()).isOne();
      }
    }
  }

  private static List<Adjudication> atOnce(int timesEach, LocalDate... days) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(timesEach);
    try {
      CountDownLatch go = new CountDownLatch(1);
      List<Future<Adjudication>> asked = new ArrayList<>();
      for (LocalDate day : days) {
        for (int i = 0; i < timesEach; i++) {
          asked.add(
              threads.submit(
                  () -> {
                    go.await();
                    return ask(ADJUDICATOR, day, 0);
                  }));
        }
      }
      go.countDown();
      List<Adjudication> answers = new ArrayList<>();
      for (Future<Adjudication> answer : asked) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }
}
