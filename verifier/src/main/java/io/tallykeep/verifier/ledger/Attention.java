package io.tallykeep.verifier.ledger;

/** Whether a day's work is stopped. A column of its own: it never hides rows from a look-up. */
public enum Attention {
  NONE,
  /** Not now; the next night tries again. */
  DEFERRED,
  /** A person must look before anything destructive goes on. */
  QUARANTINED
}
