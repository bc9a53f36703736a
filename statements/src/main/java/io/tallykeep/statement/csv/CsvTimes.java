package io.tallykeep.statement.csv;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping's dates and times. Times without an offset are the provider's zone's. Immutable.
 *
 * @param booked the column of the booking date, or of date and time
 * @param time the column of the time if it has its own; both are joined by a space
 * @param pattern how they are written, for example {@code dd-MM-uuuu HH:mm:ss}; strict
 * @param zone the column of the zone's short name or offset, null if there is none
 * @param value the column of the value date, null if there is none
 * @param valuePattern how it is written; the same as {@code pattern} if null
 */
public record CsvTimes(
    String booked,
    @Nullable String time,
    String pattern,
    @Nullable String zone,
    @Nullable String value,
    @Nullable String valuePattern) {
  /**
   * Checks the patterns.
   *
   * @throws IllegalArgumentException if one is none, or has a year of two digits or of an era
   */
  public CsvTimes {
    CsvMapping.requireName("booked", booked);
    requirePattern(pattern);
    if (valuePattern != null) {
      requirePattern(valuePattern);
    }
  }

  private static void requirePattern(String pattern) {
    if (!pattern.contains("uuuu")) {
      throw new IllegalArgumentException(
          "pattern " + pattern + ": write the year as uuuu, all its digits");
    }
    ProviderClock.strict(pattern);
  }

  void addColumns(Set<String> columns) {
    columns.add(booked);
    CsvMapping.add(columns, time);
    CsvMapping.add(columns, zone);
    CsvMapping.add(columns, value);
  }
}
