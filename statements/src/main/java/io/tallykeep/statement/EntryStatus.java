package io.tallykeep.statement;

/** How final an entry is. */
public enum EntryStatus {
  /** Booked: counts towards balances, may be evidence. */
  BOOKED,
  /** Announced: no evidence of anything, and in no balance. */
  PENDING,
  /** For information: no evidence of anything, and in no balance. */
  INFO
}
