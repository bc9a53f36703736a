package io.tallykeep.statement;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * What a statement says it covers: from {@code from}, up to but without {@code to}. Days are the
 * provider's: 23 or 25 hours long where its clocks change. Immutable.
 *
 * @param from first moment covered
 * @param to first moment not covered, after {@code from}
 * @param zone the provider's zone
 */
public record StatementPeriod(Instant from, Instant to, ZoneId zone) {
  /**
   * Checks the order.
   *
   * @throws IllegalArgumentException if the period is empty or ends before it begins
   */
  public StatementPeriod {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "A period from " + from + " to " + to + " is empty or runs backwards.");
    }
  }

  /** Whole days, the last one included. */
  public static StatementPeriod ofDays(LocalDate first, LocalDate lastInclusive, ZoneId zone) {
    return new StatementPeriod(
        first.atStartOfDay(zone).toInstant(),
        lastInclusive.plusDays(1).atStartOfDay(zone).toInstant(),
        zone);
  }
}
