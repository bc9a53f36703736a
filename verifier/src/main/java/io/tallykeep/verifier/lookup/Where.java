package io.tallykeep.verifier.lookup;

/** Where the row that decided was found. */
public enum Where {
  /** In the online table. */
  ONLINE,
  /** In the late table. */
  LATE,
  /** In the archive. */
  ARCHIVE,
  /** No row decided. */
  NONE
}
