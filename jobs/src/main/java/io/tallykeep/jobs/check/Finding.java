package io.tallykeep.jobs.check;

/**
 * One thing that is wrong, with where it is and what to do.
 *
 * @param code stable, for scripts
 * @param owner whose affair it is
 * @param place key, table, column, bucket or file
 * @param what what was found there
 * @param mend what to do about it
 */
public record Finding(String code, Owner owner, String place, String what, String mend) {
  /** Whose affair a finding is; it decides the exit code. */
  public enum Owner {
    /** The configuration or the table's definition: exit code 64. */
    USER,
    /** Rows or evidence that a person must look at: exit code 3. */
    DATA,
    /** A server, its privileges or its settings: exit code 2. */
    EXTERNAL
  }

  @Override
  public String toString() {
    return place + ": " + what + " " + mend + " [" + code + "]";
  }
}
