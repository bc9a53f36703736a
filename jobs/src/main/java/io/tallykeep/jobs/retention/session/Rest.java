package io.tallykeep.jobs.retention.session;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A pause between two tries. */
public final class Rest {
  private Rest() {}

  /** Rests for the whole duration, unless the thread is interrupted. */
  public static void of(Duration duration) {
    long end = System.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      LockSupport.parkNanos(left);
    }
  }
}
