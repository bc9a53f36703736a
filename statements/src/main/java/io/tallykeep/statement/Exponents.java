package io.tallykeep.statement;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import java.util.Objects;

/**
 * How many decimals a currency has: the provider's declared table first, ISO 4217 second.
 *
 * <p>{@link Money} is always in ISO minor units. The provider's exponent only says what the
 * provider's own minor units mean, and stands in where ISO states none. Immutable.
 *
 * @param provider decimals by currency where the provider's differ from ISO, or ISO has none
 */
public record Exponents(Map<String, Integer> provider) {
  /** No exception from ISO. */
  public static final Exponents ISO = new Exponents(Map.of());

  private static final int MOST = 6;

  /**
   * Checks the table.
   *
   * @throws IllegalArgumentException if a currency or a number of decimals can't be right
   */
  public Exponents {
    provider = Map.copyOf(provider);
    provider.forEach(
        (currency, decimals) -> {
          if (!Money.isCurrency(currency) || decimals < 0 || decimals > MOST) {
            throw new IllegalArgumentException(
                "Exponent "
                    + decimals
                    + " of '"
                    + currency
                    + "': write a currency of three capital letters and 0 to "
                    + MOST
                    + " decimals.");
          }
        });
  }

  /**
   * Decimals of the amounts in {@link Money}.
   *
   * @throws Refusal {@link FindingCode#CURRENCY_UNKNOWN} if neither ISO nor the provider states any
   */
  public int iso(String currency) {
    int decimals = isoOrNone(currency);
    if (decimals < 0) {
      decimals = Objects.requireNonNullElse(provider.get(currency), -1);
    }
    if (decimals < 0) {
      throw new Refusal(
          FindingCode.CURRENCY_UNKNOWN,
          "'" + currency + "' is no currency with decimals known: declare its exponent.");
    }
    return decimals;
  }

  /** Decimals of what the provider calls minor units. As {@link #iso} where none is declared. */
  public int provider(String currency) {
    Integer declared = provider.get(currency);
    return declared == null ? iso(currency) : declared;
  }

  /**
   * An amount stated in major units, for example {@code 12.99}.
   *
   * @throws Refusal {@link FindingCode#CURRENCY_UNKNOWN}; {@link FindingCode#AMOUNT_DECIMALS} if
   *     decimals are left over; {@link FindingCode#AMOUNT_RANGE} if it does not fit into a long
   */
  public Money ofMajor(String currency, BigDecimal major) {
    int decimals = iso(currency);
    if (major.precision() - major.scale() > 18 || major.scale() > 64) {
      throw new Refusal(
          FindingCode.AMOUNT_RANGE, "An amount of more than 18 digits can't be right.");
    }
    BigDecimal minor = major.movePointRight(decimals);
    if (minor.signum() != 0 && minor.stripTrailingZeros().scale() > 0) {
      throw new Refusal(
          FindingCode.AMOUNT_DECIMALS,
          major.toPlainString() + " " + currency + " has more decimals than its " + decimals + ".");
    }
    try {
      return new Money(minor.longValueExact(), currency);
    } catch (ArithmeticException e) {
      throw new Refusal(
          FindingCode.AMOUNT_RANGE, major.toPlainString() + " " + currency + " is out of range.");
    }
  }

  /**
   * An amount stated in the provider's minor units.
   *
   * @throws Refusal as {@link #ofMajor}
   */
  public Money ofProviderMinor(String currency, long minor) {
    return ofMajor(currency, BigDecimal.valueOf(minor, provider(currency)));
  }

  private static int isoOrNone(String currency) {
    if (!Money.isCurrency(currency)) {
      throw new Refusal(FindingCode.CURRENCY_UNKNOWN, "'" + currency + "' is no currency code.");
    }
    try {
      return Currency.getInstance(currency).getDefaultFractionDigits();
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }
}
