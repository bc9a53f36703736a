package io.tallykeep.verifier.lookup;

import static io.tallykeep.verifier.lookup.ColdArchive.DATA_FILE;
import static io.tallykeep.verifier.lookup.ColdArchive.ask;
import static io.tallykeep.verifier.lookup.LookupAssertions.assertKind;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.read.ReadStats;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.sandbox.HttpAnswer;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever the object store answers, and whatever became of an object: a row that is there is never
 * UNSEEN, and there is an answer within the deadline.
 */
class StoreAnswersIT {
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int ALWAYS = Integer.MAX_VALUE;

  private static final ColdArchive COLD = new ColdArchive();
  private static final LocalDate OTHER = DAY.minusDays(1);
  private static String file = "";
  private static String otherFile = "";
  private static byte[] whole = new byte[0];

  private ArchiveStorage storage;
  private Adjudicator adjudicator;

  @BeforeAll
  static void archive() {
    file = COLD.archived(DAY);
    otherFile = COLD.archived(OTHER);
    whole = COLD.object(file);
  }

  @AfterAll
  static void closeArchive() {
    COLD.close();
  }

  @BeforeEach
  void open() {
    storage = COLD.storage(ColdArchive.UNHEDGED);
    adjudicator = COLD.adjudicator(storage, DEADLINE);
    assertKind(ask(adjudicator, OTHER, 0), AnswerKind.DUPLICATE);
    COLD.proxy.forget();
  }

  @AfterEach
  void heal() {
    COLD.proxy.heal();
    adjudicator.close();
    storage.close();
    COLD.replace(file, whole);
  }

  /** What a store may answer instead of the range it was asked for. */
  enum Lie {
    SERVER_ERROR(answer -> answer.instead(500)),
    SLOW_DOWN(answer -> answer.instead(503)),
    TOO_MANY(answer -> answer.instead(429)),
    CUT(HttpAnswer::cutInHalf),
    SHORT(answer -> answer.shortBy(1)),
    EMPTY(answer -> answer.shortBy(Integer.MAX_VALUE)),
    LONG(answer -> answer.withBody(Arrays.copyOf(answer.body(), answer.body().length + 1))),
    FLIPPED(StoreAnswersIT::flipped),
    ANOTHER_RANGE(answer -> answer.withHeader("content-range", "bytes 0-0/" + whole.length)),
    NO_RANGE(answer -> answer.withHeader("content-range", "bytes */" + whole.length)),
    ANOTHER_SIZE(answer -> answer.withHeader("content-range", "bytes 0-0/77")),
    ANOTHER_OBJECT(answer -> answer.withHeader("etag", "\"other\"")),
    FORBIDDEN(answer -> answer.instead(403)),
    NOT_FOUND(answer -> answer.instead(404)),
    REPLACED(answer -> answer.instead(412)),
    SHORTER(answer -> answer.instead(416));

    private final UnaryOperator<HttpAnswer> change;

    Lie(UnaryOperator<HttpAnswer> change) {
      this.change = change;
    }
  }

  private static HttpAnswer flipped(HttpAnswer answer) {
    byte[] body = answer.body().clone();
    body[body.length / 2] ^= 1;
    return answer.withBody(body);
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatIsNotTheRangeDecidesNothing(Lie lie) {
    assertKind(ask(adjudicator, DAY, 0), AnswerKind.DUPLICATE);
    COLD.proxy.change(DATA_FILE, ALWAYS, lie.change);

    assertUndecidableInTime(2);
    assertNotFoundInTime(1, lie == Lie.FLIPPED);
    COLD.proxy.heal();
    assertRight();
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER_ERROR", "SLOW_DOWN", "TOO_MANY", "CUT", "SHORT", "ANOTHER_RANGE"})
  void whatFailsTwiceIsAskedAgainAndCounted(Lie lie) {
    assertKind(ask(adjudicator, DAY, 0), AnswerKind.DUPLICATE);
    COLD.proxy.forget();
    COLD.proxy.change(DATA_FILE, 2, lie.change);

    Adjudication answer = ask(adjudicator, DAY, 2);

    assertKind(answer, AnswerKind.DUPLICATE);
    assertThat(answer.requests()).isEqualTo(COLD.proxy.seen().size()).isEqualTo(3);
    assertThat(storage.readStats().retries()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"SERVER_ERROR", "CUT", "SHORT", "FLIPPED", "FORBIDDEN", "NOT_FOUND", "LONG"})
  void metadataThatDoesNotComeDecidesNothing(Lie lie) {
    try (ArchiveStorage fresh = COLD.storage(ColdArchive.UNHEDGED);
        Adjudicator on = COLD.adjudicator(fresh, DEADLINE)) {
      COLD.proxy.change(request -> request.gets(".avro"), ALWAYS, lie.change);
      assertUndecidableInTime(on, 2);
      COLD.proxy.heal();
      assertKind(ask(on, DAY, 2), AnswerKind.DUPLICATE);
    }
  }

  /** What may become of an object behind the table's back. */
  enum Damage {
    TRUNCATED,
    ANOTHER_FILE,
    GARBAGE_OF_THE_SAME_SIZE,
    FLIPPED_ROWS,
    FLIPPED_FOOTER,
    MISSING
  }

  private static void damage(Damage damage) {
    byte[] changed = whole.clone();
    switch (damage) {
      case TRUNCATED -> COLD.replace(file, Arrays.copyOf(whole, whole.length - 40));
      case ANOTHER_FILE -> COLD.replace(file, COLD.object(otherFile));
      case GARBAGE_OF_THE_SAME_SIZE -> {
        Arrays.fill(changed, (byte) 7);
        COLD.replace(file, changed);
      }
      case FLIPPED_ROWS -> {
        changed[20] ^= 0x10;
        COLD.replace(file, changed);
      }
      case FLIPPED_FOOTER -> {
        changed[whole.length - 60] ^= 0x10;
        COLD.replace(file, changed);
      }
      case MISSING -> COLD.archive.delete(file);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anObjectThatChangedAfterItsIndexWasReadDecidesNothing(Damage damage) {
    assertKind(ask(adjudicator, DAY, 0), AnswerKind.DUPLICATE);
    damage(damage);

    assertUndecidableInTime(2);
    assertNotFoundInTime(1, flips(damage));
    COLD.replace(file, whole);
    assertRightAtTheLatestNextTime();
  }

  @ParameterizedTest
  @EnumSource
  void anObjectThatChangedBeforeItWasReadDecidesNothing(Damage damage) {
    damage(damage);

    assertThat(inTime(adjudicator, 2).answer().kind()).isNotEqualTo(AnswerKind.UNSEEN);
    assertNotFoundInTime(1, flips(damage));
    COLD.replace(file, whole);
    assertRightAtTheLatestNextTime();
  }

  @Test
  void aReadThatTakesLongIsAskedASecondTimeAndTheFirstAnswerCounts() {
    ReadLimits hedged = new ReadLimits(8, Duration.ofMillis(300), 1 << 20, 1 << 20, 0);
    try (ArchiveStorage fast = COLD.storage(hedged);
        Adjudicator on = COLD.adjudicator(fast, Duration.ofSeconds(20))) {
      for (int i = 0; i < 60; i++) {
        assertKind(ask(on, DAY, 0), AnswerKind.DUPLICATE);
      }
      ReadStats before = fast.readStats();
      COLD.proxy.change(DATA_FILE, 1, answer -> answer.after(Duration.ofSeconds(15)));
      long start = System.nanoTime();

      Adjudication answer = ask(on, DAY, 2);

      assertKind(answer, AnswerKind.DUPLICATE);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
      assertThat(answer.requests()).isEqualTo(2);
      assertThat(fast.readStats().hedgesWon() - before.hedgesWon()).isOne();
      assertThat(fast.readStats().hedges()).isLessThanOrEqualTo(fast.readStats().reads() / 20 + 1);
    }
  }

  @Test
  void aStoreThatIsSlowForAllIsUndecidableByTheDeadlineAndFreesItsThreads() throws Exception {
    ReadLimits two = new ReadLimits(2, Duration.ofMillis(50), 1 << 20, 1 << 20, 0);
    try (ArchiveStorage narrow = COLD.storage(two);
        Adjudicator on = COLD.adjudicator(narrow, Duration.ofSeconds(2))) {
      assertKind(ask(on, DAY, 0), AnswerKind.DUPLICATE);
      COLD.proxy.forget();
      COLD.proxy.change(DATA_FILE, ALWAYS, answer -> answer.after(Duration.ofSeconds(20)));
      long start = System.nanoTime();
      assertThat(atOnce(on, 8))
          .allSatisfy(
              answer ->
                  LookupAssertions.assertUndecidable(answer, UndecidableReason.DEADLINE, "step 4"));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
      COLD.proxy.heal();
      assertKind(ask(on, DAY, 2), AnswerKind.DUPLICATE);
      assertThat(narrow.readStats().running()).isLessThanOrEqualTo(2);
    }
  }

  @Test
  void neverMoreRequestsAtOnceThanAllowed() throws Exception {
    ReadLimits two = new ReadLimits(2, Duration.ofMillis(50), 1 << 20, 1 << 20, 0);
    try (ArchiveStorage narrow = COLD.storage(two);
        Adjudicator on = COLD.adjudicator(narrow, Duration.ofSeconds(20))) {
      assertKind(ask(on, DAY, 0), AnswerKind.DUPLICATE);
      COLD.proxy.forget();
      COLD.proxy.change(DATA_FILE, ALWAYS, answer -> answer.after(Duration.ofMillis(100)));
      assertThat(atOnce(on, 8)).allSatisfy(answer -> assertKind(answer, AnswerKind.DUPLICATE));
      assertThat(COLD.proxy.mostAtOnce()).isBetween(1, 3);
      assertThat(narrow.readStats().concurrency()).isEqualTo(2);
    }
  }

  private static List<Adjudication> atOnce(Adjudicator on, int count) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<Adjudication>> asked = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        asked.add(threads.submit(() -> ask(on, DAY, 2)));
      }
      List<Adjudication> answers = new ArrayList<>();
      for (Future<Adjudication> answer : asked) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  /** The first look-up may still go by the index of the object that was there meanwhile. */
  private void assertRightAtTheLatestNextTime() {
    assertThat(ask(adjudicator, DAY, 2).answer().kind())
        .isIn(AnswerKind.DUPLICATE, AnswerKind.UNDECIDABLE);
    assertRight();
  }

  private void assertRight() {
    assertKind(ask(adjudicator, DAY, 2), AnswerKind.DUPLICATE);
    assertKind(ask(adjudicator, DAY, 1), AnswerKind.UNSEEN);
  }

  private void assertUndecidableInTime(int number) {
    assertUndecidableInTime(adjudicator, number);
  }

  private static void assertUndecidableInTime(Adjudicator on, int number) {
    Adjudication answer = inTime(on, number);
    assertThat(answer.answer())
        .as(answer.toString())
        .isInstanceOfSatisfying(
            Answer.Undecidable.class,
            undecidable ->
                assertThat(undecidable.reason())
                    .isIn(UndecidableReason.ARCHIVE_UNREADABLE, UndecidableReason.DEADLINE));
  }

  /**
   * Of an event that is not there.
   *
   * @param proven a damaged bit outside the identities leaves what proves it absent whole
   */
  private void assertNotFoundInTime(int number, boolean proven) {
    if (proven) {
      assertThat(inTime(adjudicator, number).answer().kind())
          .isIn(AnswerKind.UNSEEN, AnswerKind.UNDECIDABLE);
    } else {
      assertUndecidableInTime(number);
    }
  }

  private static boolean flips(Damage damage) {
    return damage == Damage.FLIPPED_ROWS || damage == Damage.FLIPPED_FOOTER;
  }

  private static Adjudication inTime(Adjudicator on, int number) {
    long start = System.nanoTime();
    Adjudication answer = ask(on, DAY, number);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(DEADLINE.plus(GRACE));
    return answer;
  }
}
