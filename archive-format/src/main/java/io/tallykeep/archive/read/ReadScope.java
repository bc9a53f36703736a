package io.tallykeep.archive.read;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;

/**
 * One look-up as the reads see it: until when it can wait, and what was sent for it. Thread-safe.
 */
public final class ReadScope {
  /** Says on each request for whom it is sent. */
  static final ExecutionAttribute<ReadScope> OF_REQUEST =
      new ExecutionAttribute<>("TallykeepReadScope");

  /** A shared read goes on when the look-up that started it no longer waits, but not for ever. */
  private static final Duration SHARED_LIMIT = Duration.ofSeconds(30);

  private final long endNanos;
  private final LongAdder requests;
  private final LongAdder bytes;

  private ReadScope(Duration limit, LongAdder requests, LongAdder bytes) {
    this.endNanos = System.nanoTime() + limit.toNanos();
    this.requests = requests;
    this.bytes = bytes;
  }

  /** A look-up that begins now. */
  public static ReadScope within(Duration limit) {
    return new ReadScope(limit, new LongAdder(), new LongAdder());
  }

  /**
   * A read that others wait for too. It is counted for this look-up, which started it, but goes on
   * when this one's time is over.
   */
  ReadScope shared() {
    return new ReadScope(SHARED_LIMIT, requests, bytes);
  }

  /** How many HTTP requests were sent for this look-up so far, retries and hedges included. */
  public long requests() {
    return requests.sum();
  }

  /** How many bytes of whole answers came for this look-up so far. */
  public long bytes() {
    return bytes.sum();
  }

  /** What is left of its time; zero when it is over. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  void requestSent() {
    requests.increment();
  }

  void received(long count) {
    bytes.add(count);
  }

  /**
   * @throws ReadStoppedException if its time is over
   */
  void requireTime(String what) {
    if (remaining().isZero()) {
      throw new ReadStoppedException(
          ReadStoppedException.Kind.DEADLINE, what + ": the look-up's time is over.", null);
    }
  }
}
