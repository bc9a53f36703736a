package io.tallykeep.archive.read;

import io.tallykeep.archive.read.AbortableHttpClient.Connections;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request, and a second one where the first takes long; the first good answer counts and
 * the other request is broken off. Never more requests at once than allowed, over all look-ups.
 * Thread-safe.
 */
final class HedgedRequests {
  private final S3RangeClient client;
  private final ExecutorService threads;
  private final ReadLimits limits;
  private final ReadCounters counters;
  private final Semaphore permits;
  private final HedgeBudget budget = new HedgeBudget();

  /**
   * @param threads as many as {@link ReadLimits#concurrency()} run at once
   */
  HedgedRequests(
      S3RangeClient client, ExecutorService threads, ReadLimits limits, ReadCounters counters) {
    this.client = client;
    this.threads = threads;
    this.limits = limits;
    this.counters = counters;
    this.permits = new Semaphore(limits.concurrency(), true);
  }

  int running() {
    return limits.concurrency() - permits.availablePermits();
  }

  int waiting() {
    return permits.getQueueLength();
  }

  /**
   * Waits until a request may be sent, at most until the look-up's time is over, and sends it.
   *
   * @param attempt 1, and one more each time the range is asked for again, up to {@link
   *     RangeReads#ATTEMPTS}: the answer may take a fair part of the time that is left then
   * @throws ReadStoppedException if the time passed before a request could be sent
   * @throws IOException as {@link S3RangeClient#send}
   */
  RangeAnswer send(RangeRequest request, int attempt, ReadScope scope)
      throws IOException, InterruptedException {
    if (!permits.tryAcquire(scope.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
      throw new ReadStoppedException(
          ReadStoppedException.Kind.DEADLINE,
          request
              + " was not asked for: "
              + limits.concurrency()
              + " requests were under way all the time. Allow more at once"
              + " (tallykeep.lookup.read-concurrency) or ask less.",
          null);
    }
    budget.read();
    int attemptsLeft = RangeReads.ATTEMPTS - attempt + 1;
    Race race =
        new Race(
            request,
            scope.remaining().dividedBy(attemptsLeft),
            scope,
            attempt == 1 ? Connections.KEPT : Connections.FRESH);
    try {
      race.start();
      return race.firstAnswer();
    } finally {
      race.attempts.forEach(RangeAttempt::abandon);
    }
  }

  /** One request and perhaps its hedge. */
  private final class Race {
    private final RangeRequest request;
    private final Duration timeout;
    private final ReadScope scope;
    private final Connections first;
    private final long endNanos;
    private final BlockingQueue<RangeAttempt> ended = new LinkedBlockingQueue<>();
    private final List<RangeAttempt> attempts = new ArrayList<>(2);

    Race(RangeRequest request, Duration timeout, ReadScope scope, Connections first) {
      this.request = request;
      this.first = first;
      this.timeout = timeout;
      this.scope = scope;
      this.endNanos = System.nanoTime() + timeout.toNanos();
    }

    /** The permit is given back when the thread is free again, also after the race is over. */
    void start() {
      AbortableHttpClient.Handle handle =
          new AbortableHttpClient.Handle(attempts.isEmpty() ? first : Connections.FRESH);
      Duration left = Duration.ofNanos(Math.max(1_000_000, endNanos - System.nanoTime()));
      RangeAttempt attempt =
          new RangeAttempt(() -> client.send(request, left, scope, handle), handle, ended);
      attempts.add(attempt);
      boolean started = false;
      try {
        threads.execute(
            () -> {
              try {
                attempt.run();
              } finally {
                permits.release();
              }
            });
        started = true;
      } finally {
        if (!started) {
          permits.release();
        }
      }
    }

    RangeAnswer firstAnswer() throws IOException, InterruptedException {
      RangeAttempt next = ended.poll(hedgeAfterNanos(), TimeUnit.NANOSECONDS);
      if (next == null && !limits.hedgeAfter().isZero() && permits.tryAcquire()) {
        if (budget.take()) {
          counters.hedges.increment();
          start();
        } else {
          permits.release();
        }
      }
      IOException failure = null;
      for (int open = attempts.size(); open > 0; open--) {
        RangeAttempt attempt = next != null ? next : awaitNext();
        next = null;
        try {
          RangeAnswer answer = attempt.answer();
          if (attempt != attempts.get(0)) {
            counters.hedgesWon.increment();
          }
          return answer;
        } catch (RetryableReadException e) {
          failure = e;
        }
      }
      throw failure == null ? new IOException(request + ": nothing was sent.") : failure;
    }

    private long hedgeAfterNanos() {
      return limits.hedgeAfter().isZero()
          ? timeout.toNanos()
          : Math.min(limits.hedgeAfter().toNanos(), timeout.toNanos());
    }

    private RangeAttempt awaitNext() throws RetryableReadException, InterruptedException {
      @Nullable RangeAttempt next =
          ended.poll(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new RetryableReadException(
            request + ": no answer within " + timeout.toMillis() + " ms.", null);
      }
      return next;
    }
  }
}
