package io.tallykeep.statement.csv;

import java.math.BigDecimal;
import java.util.Objects;

/**
 * How a file writes numbers: which character is the decimal mark and which one groups thousands.
 * Both are declared by a format or a profile, never concluded from a file: {@code 1.000} is one in
 * one country and a thousand in another. Immutable and thread-safe.
 *
 * @param decimalMark {@code '.'} or {@code ','}
 * @param groupingMark the character between groups of three digits, or {@code NO_GROUPING}
 */
public record DecimalText(char decimalMark, char groupingMark) {
  /** No character groups digits. */
  public static final char NO_GROUPING = '\0';

  /** Decimal point, no grouping: what machines write. */
  public static final DecimalText POINT = new DecimalText('.', NO_GROUPING);

  private static final int GROUP = 3;
  private static final int MAX_LENGTH = 40;

  /**
   * Checks that the two characters can be told apart.
   *
   * @throws IllegalArgumentException if the decimal mark is neither point nor comma, or the
   *     grouping mark is none of point, comma, apostrophe, space and no-break space, or they are
   *     the same
   */
  public DecimalText {
    if (decimalMark != '.' && decimalMark != ',') {
      throw new IllegalArgumentException("decimal mark must be '.' or ',': " + decimalMark);
    }
    if (groupingMark == decimalMark
        || groupingMark != NO_GROUPING && ".,' \u00a0\u202f\u2019".indexOf(groupingMark) < 0) {
      throw new IllegalArgumentException(
          "grouping mark must be none, '.', ',', an apostrophe or a space, and not the decimal"
              + " mark");
    }
  }

  /**
   * Reads a number: an optional sign, digits, optionally a decimal mark and at least one digit.
   * Where grouping is declared, digits before the mark stand either ungrouped or in exact groups of
   * three.
   *
   * @throws NumberFormatException if the text is anything else; its message says what
   */
  public BigDecimal parse(String text) {
    Objects.requireNonNull(text, "text");
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new NumberFormatException("a number of 1 to " + MAX_LENGTH + " characters is expected");
    }
    int start = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int mark = text.indexOf(decimalMark);
    String whole = text.substring(start, mark < 0 ? text.length() : mark);
    StringBuilder plain = new StringBuilder(text.length());
    if (text.charAt(0) == '-') {
      plain.append('-');
    }
    appendWhole(whole, plain);
    if (mark >= 0) {
      String fraction = text.substring(mark + 1);
      requireDigits(fraction);
      plain.append('.').append(fraction);
    }
    return new BigDecimal(plain.toString());
  }

  private void appendWhole(String whole, StringBuilder plain) {
    if (groupingMark == NO_GROUPING || whole.indexOf(groupingMark) < 0) {
      requireDigits(whole);
      plain.append(whole);
      return;
    }
    int first = whole.indexOf(groupingMark);
    if (first > GROUP) {
      throw new NumberFormatException("digits must be grouped in threes");
    }
    requireDigits(whole.substring(0, first));
    plain.append(whole, 0, first);
    for (int at = first; at < whole.length(); at += GROUP + 1) {
      if (whole.charAt(at) != groupingMark || at + GROUP >= whole.length()) {
        throw new NumberFormatException("digits must be grouped in threes");
      }
      String group = whole.substring(at + 1, at + 1 + GROUP);
      requireDigits(group);
      plain.append(group);
    }
  }

  private static void requireDigits(String text) {
    if (text.isEmpty()) {
      throw new NumberFormatException("a digit is missing");
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw new NumberFormatException("a digit is expected at \"" + text.charAt(i) + "\"");
      }
    }
  }
}
