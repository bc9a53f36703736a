package io.tallykeep.jobs.retention.ledger;

import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * When an event day ceases to be young, that is when the guard's trigger begins to ask the ledger
 * about it. The trigger's clock, SYSDATE, follows the session's time zone, which may be anything
 * from -13:59 to +14:00.
 *
 * @param youngDays the literal in the installed trigger: a day is young while {@code day >=
 *     DATE(SYSDATE()) - INTERVAL youngDays DAY}
 */
public record Youth(int youngDays) {
  /** At most this long lies between the first and the last zone of the world to see a day end. */
  public static final int ZONE_HOURS = 28;

  /**
   * From this moment on the day is old in every session's zone, whatever zone the moment is read
   * in: the day after the last young date, plus {@value #ZONE_HOURS} hours.
   */
  public LocalDateTime overEverywhere(LocalDate day) {
    return day.plusDays(youngDays + 1L).atStartOfDay().plusHours(ZONE_HOURS);
  }
}
