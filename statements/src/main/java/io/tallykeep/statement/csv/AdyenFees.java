package io.tallykeep.statement.csv;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The costs of one row. Adyen states parts of them more exactly than the currency's minor unit;
 * their sum is kept only where it is exact. For one thread.
 */
final class AdyenFees {
  private final Cells cells;
  private final String currency;
  private final Exponents exponents;
  private final BigDecimal sum;
  private final boolean stated;

  AdyenFees(Cells cells, String currency, Exponents exponents) {
    this.cells = cells;
    this.currency = currency;
    this.exponents = exponents;
    BigDecimal total = BigDecimal.ZERO;
    boolean any = false;
    for (String column : AdyenColumns.FEES) {
      BigDecimal fee = cells.number(column);
      if (fee != null) {
        total = total.add(fee);
        any = true;
      }
    }
    this.sum = total;
    this.stated = any;
  }

  /** The fees, negative if we pay; null if none is stated or they are no whole minor units. */
  @Nullable Money total() {
    if (!stated) {
      return null;
    }
    try {
      return exponents.ofMajor(currency, sum.negate());
    } catch (Refusal refusal) {
      if (refusal.finding().code() == FindingCode.AMOUNT_DECIMALS) {
        return null;
      }
      throw refusal.at(cells.line(), AdyenColumns.FEES.get(0));
    }
  }

  /**
   * Checks a row whose gross and net are in one currency: the fees are what lies between them, to
   * less than one minor unit where they are stated more exactly than that.
   */
  void requireBetween(Money gross, Money net) {
    if (!gross.currency().equals(net.currency())
        || isStated(AdyenColumns.DCC_MARKUP)
        || isStated(AdyenColumns.ADVANCED)) {
      return;
    }
    BigDecimal fees = sum.movePointRight(exponents.iso(currency));
    BigDecimal off =
        BigDecimal.valueOf(gross.minor()).subtract(fees).subtract(BigDecimal.valueOf(net.minor()));
    boolean whole = fees.stripTrailingZeros().scale() <= 0;
    if (whole ? off.signum() != 0 : off.abs().compareTo(BigDecimal.ONE) >= 0) {
      throw cells.refusal(
          FindingCode.AMOUNT_INVALID,
          net.minor() < 0 ? AdyenColumns.NET_DEBIT : AdyenColumns.NET_CREDIT,
          "gross less fees and net differ by " + off.toPlainString() + " (minor units)");
    }
  }

  private boolean isStated(String column) {
    BigDecimal number = cells.number(column);
    return number != null && number.signum() != 0;
  }
}
