package io.tallykeep.statement;

/** What else a file says about a statement. */
public enum StatementFlag {
  /** Made during the day: more entries of the same day may follow (camt.052, interim BAI2). */
  INTRADAY,
  /** An advice of single entries, not a statement of an account (camt.054). */
  ADVICE,
  /** Test data. */
  TEST,
  /** Takes an earlier statement back. */
  DELETION,
  /** Replaces an earlier statement. */
  CORRECTION,
  /** Marked as a copy or a duplicate of one sent before. */
  COPY
}
