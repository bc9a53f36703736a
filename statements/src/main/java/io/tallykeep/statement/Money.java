package io.tallykeep.statement;

import java.util.regex.Pattern;

/**
 * An amount in the currency's ISO 4217 minor units, signed: what is credited to the account is
 * positive. Immutable.
 *
 * @param minor minor units, for example 1299 for EUR 12.99
 * @param currency three capital letters
 */
public record Money(long minor, String currency) {
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  /**
   * Checks the currency's form; {@link Exponents} knows which currencies there are.
   *
   * @throws IllegalArgumentException if the currency is not three capital letters
   */
  public Money {
    if (!isCurrency(currency)) {
      throw new IllegalArgumentException(
          "'" + currency + "' is no currency: write three capital letters, for example EUR.");
    }
  }

  /** Whether a text has the form of a currency code. */
  public static boolean isCurrency(String text) {
    return text.length() == 3 && CURRENCY.matcher(text).matches();
  }

  /**
   * The sum.
   *
   * @throws ArithmeticException if it does not fit into a long
   * @throws IllegalArgumentException if the currencies differ
   */
  public Money plus(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException(
          "Amounts in " + currency + " and " + other.currency + " can't be added.");
    }
    return new Money(Math.addExact(minor, other.minor), currency);
  }

  /**
   * The same amount in the other direction.
   *
   * @throws ArithmeticException if it does not fit into a long
   */
  public Money negated() {
    return new Money(Math.negateExact(minor), currency);
  }

  /** For messages: {@code 1299 EUR (minor units)}. */
  @Override
  public String toString() {
    return minor + " " + currency + " (minor units)";
  }
}
