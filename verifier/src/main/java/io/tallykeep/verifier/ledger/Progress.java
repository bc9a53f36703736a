package io.tallykeep.verifier.ledger;

/**
 * How far an event day has come on its way offline (architecture, section 5.1). The order of the
 * constants is the order of the way; a thaw goes from FROZEN or COPIED back to CLOSED.
 */
public enum Progress {
  /** Takes every write. */
  ONLINE,
  /** Takes no more inserts, ever; live rows may still be finished by UPDATE. */
  CLOSED,
  /** Its rows can't be changed. */
  FROZEN,
  /** Its rows have been written to data files that no snapshot names yet. */
  COPIED,
  /** A commit that names its files may be under way or done. No thaw from here on. */
  PUBLISHING,
  /** A snapshot names its files. */
  PUBLISHED,
  /** The files were read back through the snapshot; count and digest equal the frozen rows'. */
  PROVEN,
  /** Proven, and waiting online until the hold ends. */
  HELD,
  /** A DROP PARTITION may be under way or done. */
  DROPPING,
  /** The rows are gone from MySQL; the archive answers. */
  DROPPED,
  /** Beyond the identity window; the archive need not answer any more. */
  EXPIRED;

  public boolean isAtLeast(Progress other) {
    return compareTo(other) >= 0;
  }
}
