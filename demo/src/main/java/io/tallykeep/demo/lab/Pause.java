package io.tallykeep.demo.lab;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another process or the server does, with an upper bound. */
final class Pause {
  private static final Duration STEP = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Pause() {}

  static void briefly() {
    LockSupport.parkNanos(STEP.toNanos());
  }

  /**
   * Waits until it is so.
   *
   * @throws LabFailedException after a minute
   */
  static void until(String what, BooleanSupplier so) {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!so.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new LabFailedException("waited " + LONGEST.toSeconds() + " s in vain: " + what);
      }
      briefly();
    }
  }
}
