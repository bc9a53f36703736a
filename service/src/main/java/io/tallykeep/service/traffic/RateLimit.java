package io.tallykeep.service.traffic;

import java.util.function.LongSupplier;

/**
 * So many look-ups a second and no more: a bucket that holds a second's worth and fills evenly. It
 * protects the live database, whatever the clients do. Thread-safe.
 */
public final class RateLimit {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What batches leave, so that single look-ups are not starved. */
  private static final double RESERVED_FOR_SINGLES = 0.25;

  private final int perSecond;
  private final LongSupplier nanoTime;
  private double left;
  private long filledAt;

  /**
   * @param perSecond 0 for no limit
   * @param nanoTime a clock that never goes back
   */
  public RateLimit(int perSecond, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.nanoTime = nanoTime;
    this.left = perSecond;
    this.filledAt = nanoTime.getAsLong();
  }

  /** Takes one look-up, or says that there is none left now. */
  public synchronized boolean take() {
    return perSecond == 0 || takeAbove(0);
  }

  /** As {@link #take()}, but leaves a quarter of a second's worth to single look-ups. */
  public synchronized boolean takeForBatch() {
    return perSecond == 0 || takeAbove(perSecond * RESERVED_FOR_SINGLES);
  }

  private boolean takeAbove(double reserved) {
    long now = nanoTime.getAsLong();
    left = Math.min(perSecond, left + (now - filledAt) / NANOS_PER_SECOND * perSecond);
    filledAt = now;
    if (left - 1 < reserved && !(reserved > 0 && left >= perSecond)) {
      return false;
    }
    left -= 1;
    return true;
  }
}
