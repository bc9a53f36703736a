package io.tallykeep.verifier.lookup;

/** What a single read of a look-up can see a change in. */
public enum Place {
  /** The day's ledger row: steps 0, 3 and 5. */
  LEDGER,
  /** The bounds of the table's partitions: step 1. */
  BOUNDS,
  /** The event's rows in a table partition: step 1. */
  ONLINE,
  /** The event's rows in the late table: step 2. */
  LATE,
  /** The archive's pointer: step 3. */
  POINTER,
  /** What a pointer that was read earlier still leads to: step 4. */
  ARCHIVE
}
