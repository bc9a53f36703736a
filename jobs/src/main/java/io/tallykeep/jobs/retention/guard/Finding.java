package io.tallykeep.jobs.retention.guard;

/**
 * Something that keeps the guard from holding.
 *
 * @param code stable, for scripts and tests
 * @param owner who can mend it
 * @param what what was found, and where
 * @param mend what to do
 */
public record Finding(String code, Owner owner, String what, String mend) {
  /** Who can mend a finding. */
  public enum Owner {
    /** The configuration, the command or the table's definition. */
    USER,
    /** Rows, or what somebody else put beside or onto the table. */
    DATA,
    /** Tallykeep's own tables. */
    INTERNAL,
    /** The server, its settings or its grants. */
    EXTERNAL
  }

  @Override
  public String toString() {
    return code + " (" + owner + "): " + what + " " + mend;
  }
}
