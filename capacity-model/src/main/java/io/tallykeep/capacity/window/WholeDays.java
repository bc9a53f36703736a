package io.tallykeep.capacity.window;

import java.time.Duration;

/** Whole days of 24 hours. */
final class WholeDays {
  private WholeDays() {}

  /**
   * The fewest whole days that hold the duration, which is not negative: rounded up, never down.
   */
  static int holding(Duration duration) {
    long days = duration.toDays();
    boolean rest = duration.compareTo(Duration.ofDays(days)) > 0;
    return Math.toIntExact(rest ? days + 1 : days);
  }

  /** {@code 1 day}, {@code 90 days}. */
  static String text(int days) {
    return days == 1 ? "1 day" : days + " days";
  }
}
