package io.tallykeep.verifier.lookup;

import java.time.Duration;

/** The moment at which an answer is due, on the JVM's monotonic clock. */
final class Deadline {
  private final Duration limit;
  private final long endNanos;

  Deadline(Duration limit) {
    this.limit = limit;
    this.endNanos = System.nanoTime() + limit.toNanos();
  }

  Duration limit() {
    return limit;
  }

  /** Milliseconds that are left, at least 1: as a timeout, 0 would mean no limit. */
  int remainingMillis() {
    long millis = (endNanos - System.nanoTime()) / 1_000_000;
    return (int) Math.max(1, Math.min(millis, Integer.MAX_VALUE / 2));
  }
}
