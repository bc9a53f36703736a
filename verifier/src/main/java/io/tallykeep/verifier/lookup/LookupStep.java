package io.tallykeep.verifier.lookup;

/** The reads of a look-up, in the order of the proof (architecture, section 5.2). */
public enum LookupStep {
  /** Step 0: the day's ledger row. */
  LEDGER_FIRST(0),
  /** Step 1: the online table, naming the table partition of the day. */
  ONLINE(1),
  /** Step 2: the late table. */
  LATE(2),
  /** Step 3: the ledger row again. */
  LEDGER_AGAIN(3),
  /** Step 3, after the ledger: the archive's pointer. */
  POINTER(3),
  /** Step 4: the archive at exactly that pointer. */
  ARCHIVE(4),
  /** Step 5: the ledger row once more. */
  LEDGER_LAST(5);

  private final int number;

  LookupStep(int number) {
    this.number = number;
  }

  /** The step's number in the protocol. */
  public int number() {
    return number;
  }
}
