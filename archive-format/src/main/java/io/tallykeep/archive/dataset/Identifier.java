package io.tallykeep.archive.dataset;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A MySQL name that may stand in a statement: 1 to 64 letters, digits, {@code _} or {@code $}.
 *
 * <p>MySQL allows more (MySQL 8.0 manual, section 9.2, "Schema Object Names"); a name outside this
 * set is refused rather than escaped, so that no configuration value can become SQL.
 */
public record Identifier(String value) implements Comparable<Identifier> {
  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_$]{1,64}");

  /**
   * @throws IllegalArgumentException if the name holds a character outside the allowed set
   */
  public Identifier {
    if (!ALLOWED.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "'"
              + value
              + "' is not a name Tallykeep can use: 1 to 64 letters, digits, '_' or '$' are allowed."
              + " Rename the object or leave it out of the configuration.");
    }
  }

  public static Identifier of(String value) {
    return new Identifier(value);
  }

  /** The name in back quotes, ready to stand in a statement. */
  public String quoted() {
    return "`" + value + "`";
  }

  /** Whether both name the same column: MySQL compares column names without regard to case. */
  public boolean sameColumn(String other) {
    return value.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
  }

  @Override
  public int compareTo(Identifier other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
