package io.tallykeep.jobs.retention.hold;

import io.tallykeep.verifier.ledger.DayLedger;
import java.time.LocalDate;
import java.util.Optional;

/**
 * A legal hold.
 *
 * @param first the first day held; {@link DayLedger#FIRST_SENTINEL} where there is no first
 * @param last the last day held; {@link DayLedger#LAST_SENTINEL} where there is no last
 * @param placed when in UTC by the server's clock, by whom and why
 * @param released likewise; empty while it holds
 */
public record LegalHold(
    long id, LocalDate first, LocalDate last, Mark placed, Optional<Mark> released) {
  /** A change of a hold. */
  public record Mark(String at, String by, String reason) {}

  /** The days in words. */
  public String days() {
    boolean open = first.equals(DayLedger.FIRST_SENTINEL);
    boolean endless = last.equals(DayLedger.LAST_SENTINEL);
    if (open && endless) {
      return "all days";
    }
    return (open ? "" : "from " + first + " ") + (endless ? "on" : "to " + last);
  }

  public boolean covers(LocalDate from, LocalDate to) {
    return !first.isAfter(to) && !last.isBefore(from);
  }

  @Override
  public String toString() {
    return "legal hold "
        + id
        + " ("
        + days()
        + ", placed "
        + placed.at()
        + " UTC by "
        + placed.by()
        + ": "
        + placed.reason()
        + ")";
  }
}
