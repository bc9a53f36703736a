package io.tallykeep.jobs.retention.replay;

import java.time.LocalDate;

/**
 * Which events there are and what becomes of each in a single run: computed from its number alone.
 *
 * @param today the last night's date; the youngest event day is the one before
 * @param days event days
 * @param perDay events of each day
 * @param nights nights that pass while events are replayed
 * @param identityDays a day older than this, by a night's date, expires in that night
 */
record ReplayPlan(LocalDate today, int days, int perDay, int nights, int identityDays) {
  private static final int KINDS = 10;
  private static final int ACCOUNTS = 41;

  /** Accounts of events that only have an effect if they come before their day expires. */
  static final int FIRST_ACCOUNT_OF_EXPIRING = 1_000;

  int events() {
    return days * perDay;
  }

  /** The age of the day in the last night, 1 for yesterday. */
  int ageInDays(int event) {
    return days - event / perDay;
  }

  LocalDate day(int event) {
    return today.minusDays(ageInDays(event));
  }

  static String id(int event) {
    return "replay-" + event;
  }

  /** Whether it was lost at first, so that a replay is the first to bring it. */
  boolean isLost(int event) {
    return event % perDay % KINDS == 3;
  }

  /** Whether replays bring it twice. */
  boolean isRepeated(int event) {
    return event % perDay % KINDS == 5;
  }

  /** Whether replays also bring it with another payload. */
  boolean isForged(int event) {
    return event % perDay % KINDS == 7;
  }

  static long amountMinor(int event) {
    return 1L + event % 997;
  }

  /** Whether its day has expired when the last night is over. */
  boolean expires(int event) {
    return ageInDays(event) > identityDays;
  }

  int account(int event) {
    return event % ACCOUNTS + (isLost(event) && expires(event) ? FIRST_ACCOUNT_OF_EXPIRING : 0);
  }

  /** The date of a night, 0 for the first; -1 for the evening before. */
  LocalDate night(int number) {
    return today.minusDays(nights - 1L - number);
  }

  ReplayedEvent event(int event, String payload) {
    return new ReplayedEvent(id(event), day(event), payload, account(event), amountMinor(event));
  }
}
