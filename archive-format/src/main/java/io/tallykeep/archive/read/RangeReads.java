package io.tallykeep.archive.read;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * The reads of all look-ups of one process from one object store: whole ranges or an exception,
 * within the look-up's time, with bounded threads, requests, retries and memory. Thread-safe; close
 * it once, at the end.
 *
 * <p>Threads wait in one direction only, so that none waits for itself: those that look into files
 * for those that load what is kept, these for those that read manifests, all of them for requests.
 *
 * <p>Its client sends each request once: the SDK's own retries would be neither counted for a
 * look-up nor bounded by its time.
 */
final class RangeReads implements AutoCloseable {
  /** How often a range is asked for; the second time on a connection of its own. */
  static final int ATTEMPTS = 3;

  private static final int MANIFESTS_AT_ONCE = 8;
  private static final int IDLE_SECONDS = 30;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(20);

  /** A connection as old as this is not used again. */
  private static final Duration NO_TIME = Duration.ofMillis(1);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(25);

  private final ReadLimits limits;
  private final ReadCounters counters = new ReadCounters();
  private final S3RangeClient client;
  private final ThreadPoolExecutor requestThreads;
  private final ThreadPoolExecutor loadThreads;
  private final ThreadPoolExecutor fileThreads;
  private final ThreadPoolExecutor manifestThreads;
  private final HedgedRequests requests;

  /**
   * Opens no connection yet.
   *
   * @param builder says where the store is and with which credentials; used up
   * @param counter is told of each request as well
   */
  RangeReads(S3ClientBuilder builder, ExecutionInterceptor counter, ReadLimits limits) {
    this.limits = limits;
    AbortableHttpClient http =
        new AbortableHttpClient(
            http(limits).build(), http(limits).connectionTimeToLive(NO_TIME).build());
    this.client =
        new S3RangeClient(
            builder
                .httpClient(http)
                .overrideConfiguration(
                    override ->
                        override
                            .addExecutionInterceptor(counter)
                            .addExecutionInterceptor(counters)
                            .retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build(),
            http);
    this.requestThreads = threads("archive-request", limits.concurrency());
    this.loadThreads = threads("archive-load", limits.concurrency());
    this.fileThreads = threads("archive-file", limits.concurrency());
    this.manifestThreads = threads("archive-manifest", MANIFESTS_AT_ONCE);
    this.requests = new HedgedRequests(client, requestThreads, limits, counters);
  }

  private static ApacheHttpClient.Builder http(ReadLimits limits) {
    return ApacheHttpClient.builder()
        .maxConnections(limits.concurrency())
        .connectionTimeout(CONNECT_TIMEOUT)
        .connectionAcquisitionTimeout(SOCKET_TIMEOUT)
        .socketTimeout(SOCKET_TIMEOUT);
  }

  private static ThreadPoolExecutor threads(String name, int count) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Threads for what several look-ups wait for. */
  Executor loadThreads() {
    return loadThreads;
  }

  /** Looks into several files at once, half as many as requests can be. */
  FanOut files(ReadScope scope) {
    return new FanOut(fileThreads, Math.max(1, limits.concurrency() / 2), scope);
  }

  /** Reads several manifests at once. */
  FanOut manifests(ReadScope scope) {
    return new FanOut(manifestThreads, MANIFESTS_AT_ONCE, scope);
  }

  /**
   * Fetches a range.
   *
   * @throws ReadStoppedException if the look-up's time was over before it came
   * @throws FileNotFoundException if there is no such object
   * @throws ObjectReplacedException if there is another object than stated or seen before
   * @throws IOException if it does not come whole, at the third try
   */
  RangeAnswer fetch(RangeRequest request, ReadScope scope) throws IOException {
    counters.reads.increment();
    boolean came = false;
    try {
      RangeAnswer answer = tryFetch(request, scope);
      counters.bytes.add(answer.bytes().length);
      scope.received(answer.bytes().length);
      came = true;
      return answer;
    } catch (InterruptedException e) {
      throw ReadStoppedException.interrupted(request.toString(), e);
    } finally {
      if (!came) {
        counters.failed.increment();
      }
    }
  }

  private RangeAnswer tryFetch(RangeRequest request, ReadScope scope)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      scope.requireTime(request.toString());
      try {
        return requests.send(request, attempt, scope);
      } catch (RetryableReadException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        scope.requireTime(String.valueOf(e.getMessage()));
        pause(attempt, scope);
        counters.retries.increment();
      }
    }
  }

  /** Longer each time and never the same for two: a store in trouble is not asked in step. */
  private static void pause(int attempt, ReadScope scope) throws InterruptedException {
    long longest = FIRST_PAUSE.toNanos() << (2 * (attempt - 1));
    long nanos = longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2);
    long end = System.nanoTime() + Math.min(nanos, scope.remaining().toNanos());
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  ReadStats stats(CacheStats indexes, CacheStats manifests, CacheStats rowGroups) {
    return new ReadStats(
        counters.reads.sum(),
        counters.requests.sum(),
        counters.bytes.sum(),
        counters.retries.sum(),
        counters.hedges.sum(),
        counters.hedgesWon.sum(),
        counters.failed.sum(),
        requests.running(),
        requests.waiting(),
        limits.concurrency(),
        indexes,
        manifests,
        rowGroups);
  }

  @Override
  public void close() {
    List.of(fileThreads, loadThreads, manifestThreads, requestThreads)
        .forEach(ExecutorService::shutdownNow);
    client.close();
  }
}
