package io.tallykeep.verifier.gate.connection;

import java.time.Duration;

/** The moment by which a transaction must be over, on the JVM's monotonic clock. */
public final class TimeLimit {
  private final Duration limit;
  private final long endNanos;

  private TimeLimit(Duration limit) {
    this.limit = limit;
    this.endNanos = System.nanoTime() + limit.toNanos();
  }

  /** A limit that begins now. */
  public static TimeLimit of(Duration limit) {
    return new TimeLimit(limit);
  }

  public Duration limit() {
    return limit;
  }

  public boolean isOver() {
    return System.nanoTime() - endNanos >= 0;
  }

  /** Milliseconds that are left, at least {@code least}, which is at least 1. */
  public int remainingMillis(int least) {
    long millis = (endNanos - System.nanoTime()) / 1_000_000;
    return (int) Math.max(least, Math.min(millis, Integer.MAX_VALUE / 2));
  }
}
