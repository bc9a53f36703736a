package io.tallykeep.archive.schema;

import java.util.List;
import java.util.Optional;

/**
 * Which identity values mean the same to MySQL's index and to a comparison of bytes.
 *
 * <p>A PAD SPACE collation ({@code utf8mb4_bin}, {@code ascii_bin}) calls {@code 'a'} and {@code 'a
 * '} equal and orders characters below the space otherwise than bytes do; latin1 orders {@code
 * 0x80..0x9F} otherwise than Unicode. An identity with such a value is refused on both sides: the
 * copy stops with the key named, a look-up can't be decided. NO PAD collations ({@code
 * utf8mb4_0900_bin}) and binary columns need no rule. Immutable and thread-safe.
 */
public final class IdentityRule {
  private final List<Check> checks;

  private record Check(int position, String column, boolean padSpace, boolean latin1) {}

  private IdentityRule(List<Check> checks) {
    this.checks = List.copyOf(checks);
  }

  static IdentityRule of(List<SourceColumn> identity) {
    java.util.ArrayList<Check> checks = new java.util.ArrayList<>();
    for (int i = 0; i < identity.size(); i++) {
      SourceColumn column = identity.get(i);
      boolean padSpace = column.collation().map(SourceCollation::padSpace).orElse(false);
      boolean latin1 = column.collation().map(c -> c.charset().equals("latin1")).orElse(false);
      if (padSpace || latin1) {
        checks.add(new Check(i, column.name(), padSpace, latin1));
      }
    }
    return new IdentityRule(checks);
  }

  /** A value that breaks the rule: the column's name and why, both for a message. */
  public record Violation(String column, String why) {}

  /**
   * Checks the values of the identity columns, in their order.
   *
   * @param identity stored or asked values, in the form that rows hold them
   * @return the first violation, or empty if all values are unambiguous
   */
  public Optional<Violation> violation(Object[] identity) {
    for (Check check : checks) {
      String why = why((byte[]) identity[check.position()], check);
      if (why != null) {
        return Optional.of(new Violation(check.column(), why));
      }
    }
    return Optional.empty();
  }

  private static @org.jspecify.annotations.Nullable String why(byte[] utf8, Check check) {
    if (check.padSpace()) {
      if (utf8.length > 0 && utf8[utf8.length - 1] == ' ') {
        return "it ends in a space, which the column's PAD SPACE collation ignores";
      }
      for (byte b : utf8) {
        if (b >= 0 && b < ' ') {
          return "it holds a control character, which the column's PAD SPACE collation orders"
              + " before the end of the text";
        }
      }
    }
    if (check.latin1()) {
      for (byte b : utf8) {
        if ((b & 0xFF) > 0xC3) {
          return "it holds a character that latin1 orders otherwise than Unicode";
        }
      }
    }
    return null;
  }
}
