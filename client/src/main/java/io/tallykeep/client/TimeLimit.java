package io.tallykeep.client;

import java.time.Duration;

/**
 * The moment by which a caller has its answer.
 *
 * @param atNanos on the scale of {@link System#nanoTime}
 */
record TimeLimit(long atNanos) {
  static TimeLimit in(Duration time) {
    return new TimeLimit(System.nanoTime() + time.toNanos());
  }

  /** What is left, at least 0. */
  long nanosLeft() {
    return Math.max(0, atNanos - System.nanoTime());
  }
}
