package io.tallykeep.archive.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What several look-ups want at once, and what one look-up wants several of. */
@Timeout(60)
class SharedReadsTest {
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final ExecutorService askers = Executors.newFixedThreadPool(8);
  private final AtomicInteger loads = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);

  @AfterEach
  void end() {
    go.countDown();
    threads.shutdownNow();
    askers.shutdownNow();
  }

  private static ReadScope lookup() {
    return ReadScope.within(Duration.ofSeconds(30));
  }

  @Test
  void eightAskersAreOneLoadAndItsRequestsCountForTheOneThatStartedIt() throws Exception {
    WeighedCache<String, String> cache = new WeighedCache<>(1_000, String::length, threads);
    List<ReadScope> scopes = new ArrayList<>();
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ReadScope scope = lookup();
      scopes.add(scope);
      answers.add(askers.submit(() -> cache.get("key", scope, this::slow)));
    }
    go.countDown();

    for (Future<String> answer : answers) {
      assertThat(answer.get()).isEqualTo("value");
    }
    assertThat(loads).hasValue(1);
    assertThat(scopes.stream().mapToLong(ReadScope::requests).sum()).isOne();
    assertThat(cache.get("key", lookup(), this::slow)).isEqualTo("value");
    assertThat(loads).hasValue(1);
  }

  private String slow(ReadScope shared) {
    loads.incrementAndGet();
    shared.requestSent();
    await();
    return "value";
  }

  private void await() {
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLookupWhoseTimeIsOverIsToldSoAndTheLoadGoesOnForTheNext() {
    WeighedCache<String, String> cache = new WeighedCache<>(1_000, String::length, threads);
    SingleFlight<String, String> latest = new SingleFlight<>(2, threads);

    assertThatThrownBy(() -> cache.get("key", ReadScope.within(Duration.ofMillis(20)), this::slow))
        .isInstanceOfSatisfying(
            ReadStoppedException.class,
            e -> assertThat(e.kind()).isEqualTo(ReadStoppedException.Kind.DEADLINE));
    assertThatThrownBy(() -> latest.get("key", ReadScope.within(Duration.ofMillis(20)), this::slow))
        .isInstanceOf(ReadStoppedException.class);
    go.countDown();
    assertThat(cache.get("key", lookup(), this::slow)).isEqualTo("value");
    assertThat(latest.get("key", lookup(), this::slow)).isEqualTo("value");
    assertThat(loads).hasValue(2);
  }

  @Test
  void aFailureIsNotKept() {
    WeighedCache<String, String> cache = new WeighedCache<>(1_000, String::length, threads);
    SingleFlight<String, String> latest = new SingleFlight<>(2, threads);

    assertThatThrownBy(() -> cache.get("key", lookup(), SharedReadsTest::failing))
        .hasMessage("no object");
    assertThatThrownBy(() -> latest.get("key", lookup(), SharedReadsTest::failing))
        .hasMessage("no object");
    assertThat(cache.get("key", lookup(), scope -> "there")).isEqualTo("there");
    assertThat(latest.get("key", lookup(), scope -> "there")).isEqualTo("there");
  }

  private static String failing(ReadScope shared) {
    throw new IllegalArgumentException("no object");
  }

  @Test
  void aCacheStaysWithinItsBytes() {
    WeighedCache<Integer, byte[]> cache =
        new WeighedCache<>(10_000, bytes -> bytes.length, threads);
    for (int i = 0; i < 200; i++) {
      assertThat(cache.get(i, lookup(), scope -> new byte[1_000])).hasSize(1_000);
    }

    assertThat(cache.stats().weightBytes()).isLessThanOrEqualTo(10_000);
    assertThat(cache.stats().entries()).isLessThanOrEqualTo(10);
    assertThat(cache.stats().evictions()).isGreaterThanOrEqualTo(190);
    assertThat(cache.stats().misses()).isEqualTo(200);
  }

  @Test
  void onlyTheLatestAreKept() {
    SingleFlight<Integer, String> latest = new SingleFlight<>(2, threads);
    for (int key : new int[] {1, 2, 1, 3, 1, 2}) {
      latest.get(key, lookup(), scope -> "load " + loads.incrementAndGet());
    }
    assertThat(loads).as("1, 2, 3, and 2 once more").hasValue(4);
  }

  @Test
  void aSearchEndsAtTheFirstHitInOrderAndNeverRunsMoreAtOnceThanAllowed() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Callable<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      reads.add(
          () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            loads.incrementAndGet();
            running.decrementAndGet();
            return number;
          });
    }

    List<Integer> read = new FanOut(threads, 3, lookup()).until(reads, number -> number == 40);

    assertThat(read).hasSize(41).last().isEqualTo(40);
    assertThat(most.get()).isLessThanOrEqualTo(3);
    assertThat(loads.get()).isBetween(41, 44);
    assertThat(new FanOut(threads, 3, lookup()).all(reads)).hasSize(100);
  }

  @Test
  void aFailureEndsTheSearchUnlessAnEarlierReadHadTheAnswer() {
    List<Callable<Integer>> reads =
        List.of(
            () -> 0,
            () -> {
              throw new IllegalArgumentException("no object");
            });

    assertThat(new FanOut(threads, 2, lookup()).until(reads, number -> true)).containsExactly(0);
    assertThatThrownBy(() -> new FanOut(threads, 2, lookup()).all(reads)).hasMessage("no object");
  }

  @Test
  void aSearchEndsWithTheLookupsTime() {
    List<Callable<String>> reads = List.of(() -> slow(lookup()), () -> slow(lookup()));

    assertThatThrownBy(
            () -> new FanOut(threads, 2, ReadScope.within(Duration.ofMillis(20))).all(reads))
        .isInstanceOf(ReadStoppedException.class);
  }
}
