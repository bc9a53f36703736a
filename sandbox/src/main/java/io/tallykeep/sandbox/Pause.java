package io.tallykeep.sandbox;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for something outside this JVM, always with a bound. */
final class Pause {
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private Pause() {}

  /**
   * Asks every 50 ms until the condition holds.
   *
   * @return whether it held before the limit ran out or the thread was interrupted
   */
  static boolean until(Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(Math.min(left, STEP_NANOS));
    }
    return true;
  }
}
