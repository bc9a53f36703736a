package io.tallykeep.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Asks again what may have an answer a moment later: bounded in number and time. */
final class Tries {
  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
  private static final int LONGEST_DOUBLING = 6;

  private final int most;
  private final CountDownLatch closed;

  /**
   * @param closed counted down when the client is closed: ends every pause
   */
  Tries(int most, CountDownLatch closed) {
    this.most = most;
    this.closed = closed;
  }

  /** One try. */
  interface Try<T> {
    T run() throws NoAnswerException, InterruptedException;
  }

  <T> T within(TimeLimit limit, Try<T> attempt) throws NoAnswerException, InterruptedException {
    for (int number = 1; ; number++) {
      try {
        return attempt.run();
      } catch (NoAnswerException e) {
        long pauseNanos = pauseNanos(number, e.retryAfter());
        if (number == most || !e.isPassing() || pauseNanos >= limit.nanosLeft()) {
          throw e;
        }
        if (closed.await(pauseNanos, TimeUnit.NANOSECONDS)) {
          throw NoAnswerException.closed();
        }
      }
    }
  }

  /** What the service asks for; else a pause that doubles, less up to half of it. */
  private static long pauseNanos(int number, Optional<Duration> retryAfter) {
    if (retryAfter.isPresent()) {
      return retryAfter.get().toNanos();
    }
    long longest = FIRST_PAUSE_NANOS << Math.min(number - 1, LONGEST_DOUBLING);
    return longest - ThreadLocalRandom.current().nextLong(longest / 2);
  }
}
