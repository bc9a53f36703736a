package io.tallykeep.service.traffic;

import java.time.Duration;

/**
 * Counts the requests that are under way, and says when a stop has begun. Thread-safe.
 *
 * <p>A request that was let in before the stop is waited for; none is let in after it.
 */
public final class UnderWay {
  private int requests;
  private boolean stopping;

  /** Lets a request in, unless a stop has begun. Each one let in must {@link #leave()}. */
  public synchronized boolean enter() {
    if (stopping) {
      return false;
    }
    requests++;
    return true;
  }

  /** One that was let in is over, answer and all. */
  public synchronized void leave() {
    requests--;
    notifyAll();
  }

  public synchronized boolean isStopping() {
    return stopping;
  }

  public synchronized int requests() {
    return requests;
  }

  /**
   * Lets no more in and waits until those under way are over.
   *
   * @return whether all are
   */
  public synchronized boolean stop(Duration patience) throws InterruptedException {
    stopping = true;
    long end = System.nanoTime() + patience.toNanos();
    while (requests > 0) {
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }
}
