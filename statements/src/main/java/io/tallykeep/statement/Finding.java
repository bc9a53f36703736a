package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * One reason why a file is not loaded. Immutable.
 *
 * @param code stable, for programs
 * @param line the line, from 1; 0 if it concerns the file as a whole
 * @param field the column, element, record field or tag; null if there is none to name
 * @param detail for people: what is wrong; a value quoted in it is cut
 */
public record Finding(FindingCode code, long line, @Nullable String field, String detail) {
  private static final int QUOTED = 60;

  /** A value for a message: quoted, cut, without control characters. */
  public static String quote(String value) {
    int end = Math.min(value.length(), QUOTED);
    StringBuilder text = new StringBuilder(end + 6).append('\'');
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      text.append(Character.isISOControl(c) || Character.isSurrogate(c) ? '?' : c);
    }
    return text.append(value.length() > end ? "..." : "").append('\'').toString();
  }

  /** {@code BALANCE_MISMATCH line 12, Bal: ...}. */
  @Override
  public String toString() {
    return code
        + (line > 0 ? " line " + line : "")
        + (field == null ? "" : (line > 0 ? ", " : " ") + field)
        + ": "
        + detail;
  }
}
