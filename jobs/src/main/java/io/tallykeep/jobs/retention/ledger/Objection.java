package io.tallykeep.jobs.retention.ledger;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Something outside the ledger that speaks against a step now.
 *
 * @param code stable, for alarms and tests
 * @param text who says so, since when and why, and what to do
 */
public record Objection(Code code, String text) {
  /** The orders a step can meet. */
  public enum Code {
    /** The pause switch is on. */
    PAUSED,
    /** The worker's lease is over: another worker may have gone on in its place. */
    LEASE_LOST,
    /** A legal hold covers one of the days. */
    LEGAL_HOLD,
    /** The archive's pointer is older than the day ledger. */
    STALE_POINTER
  }

  /** All texts as one. */
  public static String text(List<Objection> objections) {
    return objections.stream().map(Objection::text).collect(Collectors.joining(" "));
  }
}
