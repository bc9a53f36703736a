package io.tallykeep.statement;

/**
 * What a file may not exceed. Immutable.
 *
 * @param bytes most bytes of a file
 * @param lineChars most characters of a line
 * @param fieldChars most characters of one field, attribute or text
 * @param entries most entries of a file, batch items counted
 * @param statements most statements of a file
 * @param depth deepest nesting of elements
 */
public record Limits(
    long bytes, int lineChars, int fieldChars, long entries, int statements, int depth) {
  /** 4 GiB, lines of 64 Ki characters, fields of 16 Ki, 5,000,000 entries, 20,000 statements. */
  public static final Limits DEFAULT =
      new Limits(4L << 30, 64 << 10, 16 << 10, 5_000_000, 20_000, 64);

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if one is not positive
   */
  public Limits {
    if (bytes < 1
        || lineChars < 1
        || fieldChars < 1
        || entries < 1
        || statements < 1
        || depth < 1) {
      throw new IllegalArgumentException("Every limit is 1 or more.");
    }
  }
}
