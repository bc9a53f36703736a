package io.tallykeep.verifier.hash;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.erdtman.jcs.NumberToJSON;

/**
 * Which JSON numbers survive RFC 8785, which takes every number as an IEEE 754 double (section
 * 3.2.2.3) and so gives 9007199254740993 the hash of 9007199254740992.
 *
 * <p>A whole number must be exactly the number that is hashed. A fraction may have up to 17
 * significant digits, which is as many as programs print of a double, if the hashed number is a
 * fraction, too, and its correctly rounded form, or it that of the double: 333333333.33333329, the
 * RFC's own example, and 333333333.3333333 are one double. Up to 15 digits no two numbers are one
 * double.
 */
final class DoubleNumbers {
  private static final int MOST_DIGITS = 17;

  private DoubleNumbers() {}

  /** What becomes of a number that does not survive; empty if it does. */
  static Optional<String> problem(String literal) {
    double value = Double.parseDouble(literal);
    if (Double.isInfinite(value)) {
      return Optional.of(literal + " is beyond the range of RFC 8785's numbers (IEEE 754 doubles)");
    }
    if (value == 0) {
      return isZero(literal)
          ? Optional.empty()
          : Optional.of(
              literal + " would be hashed as 0 by RFC 8785: it is too small for a double");
    }
    BigDecimal written = new BigDecimal(literal);
    String hashed = canonical(value);
    return survives(written, value, hashed)
        ? Optional.empty()
        : Optional.of(
            literal + " would be hashed as " + hashed + " by RFC 8785, whose numbers are doubles");
  }

  private static boolean survives(BigDecimal written, double value, String hashed) {
    if (written.compareTo(new BigDecimal(hashed)) == 0) {
      return true;
    }
    BigDecimal shortest = written.stripTrailingZeros();
    BigDecimal taken = new BigDecimal(hashed);
    if (isWhole(shortest) || isWhole(taken) || shortest.precision() > MOST_DIGITS) {
      return false;
    }
    BigDecimal exact = new BigDecimal(value);
    return rounded(written, taken.precision()).compareTo(taken) == 0
        || rounded(exact, shortest.precision()).compareTo(written) == 0;
  }

  private static boolean isWhole(BigDecimal number) {
    return number.stripTrailingZeros().scale() <= 0;
  }

  private static BigDecimal rounded(BigDecimal number, int digits) {
    return number.round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  private static boolean isZero(String literal) {
    return literal.split("[eE]", 2)[0].chars().noneMatch(c -> c >= '1' && c <= '9');
  }

  private static String canonical(double value) {
    try {
      return NumberToJSON.serializeNumber(value);
    } catch (IOException e) {
      throw new IllegalStateException("every finite double has a canonical form", e);
    }
  }
}
