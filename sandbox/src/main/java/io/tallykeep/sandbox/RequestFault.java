package io.tallykeep.sandbox;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a {@link FaultProxy} does about requests that contain certain texts, a given number of
 * times. Safe for use by several threads.
 */
abstract class RequestFault {
  private final TextScan scan;
  private final AtomicInteger left;

  RequestFault(int times, List<String> texts) {
    this.scan = TextScan.of(texts);
    this.left = new AtomicInteger(times);
  }

  /** Looks for the texts in one connection's requests. */
  TextScan newScan() {
    return scan.anew();
  }

  /** Whether it may happen once more; counts that it does. */
  boolean take() {
    return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
  }

  /** Called before the end of the last text goes on to the server. */
  abstract void beforeRequest();

  /**
   * Called before the first byte of the request's answer goes on to the client.
   *
   * @return whether the answer goes on at all
   */
  abstract boolean passesAnswer();

  @Override
  public String toString() {
    return scan.toString();
  }
}
