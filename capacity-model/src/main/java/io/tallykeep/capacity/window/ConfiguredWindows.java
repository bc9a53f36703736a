package io.tallykeep.capacity.window;

import java.time.Duration;
import java.util.List;

/**
 * The windows that a dataset is configured with, and the redelivery that the online one must cover.
 *
 * <p>Immutable. Messages name a setting as its component in kebab case: {@code online-days}.
 *
 * @param onlineDays days an event day takes inserts before it may be closed, 1 or more
 * @param holdDays days a proven partition stays online before it may be dropped, 0 or more
 * @param identityDays days an identity can be answered, online and archived together, 1 or more
 * @param directRedelivery the longest cases in which an event comes back to a consumer without
 *     passing the verifier, for example the retention of its stream; one at least
 */
public record ConfiguredWindows(
    int onlineDays, int holdDays, int identityDays, List<WindowCase> directRedelivery) {
  /** The most the formula can ask for; a longer window is taken for a mistaken unit. */
  public static final int MAX_DAYS = 2 * WindowCase.MAX_DAYS;

  /**
   * Checks each window on its own; {@link WindowCheck} compares them.
   *
   * @throws IllegalArgumentException if a window is out of its range or over {@value #MAX_DAYS}
   *     days, or if no direct redelivery is listed, or two of one name
   */
  public ConfiguredWindows {
    requireRange("online-days", onlineDays, 1);
    requireRange("hold-days", holdDays, 0);
    requireRange("identity-days", identityDays, 1);
    directRedelivery = WindowCase.copyOf("direct redelivery", directRedelivery);
  }

  /** The longest time after which an event comes back without passing the verifier. */
  public Duration longestDirectRedelivery() {
    return WindowCase.longestOf(directRedelivery);
  }

  private static void requireRange(String setting, int days, int least) {
    if (days < least || days > MAX_DAYS) {
      throw new IllegalArgumentException(
          setting
              + " is "
              + days
              + ": set it to a whole number of days from "
              + least
              + " to "
              + MAX_DAYS
              + ".");
    }
  }
}
