package io.tallykeep.statement.csv;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.gate.StatementGate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A section's or a report's footer for one currency: four totals, six balances each with its sign
 * (available, total and payable, before and after), and the number of rows.
 */
final class StlFooter {
  private static final int WIDTH = 19;
  private static final List<String> TOTALS =
      List.of("total gross credits", "total gross debits", "total fee credits", "total fee debits");

  private final CsvRow row;
  private final Exponents exponents;
  private final String currency;

  StlFooter(CsvRow row, Exponents exponents) {
    this.row = row;
    this.exponents = exponents;
    if (row.width() < WIDTH) {
      throw refusal(FindingCode.SYNTAX, null, row.width() + " fields, " + WIDTH + " are expected");
    }
    this.currency = row.field(1);
    if (!Money.isCurrency(currency)) {
      throw refusal(
          FindingCode.CURRENCY_UNKNOWN, "currency", Finding.quote(currency) + " is no currency");
    }
  }

  String currency() {
    return currency;
  }

  /** Available balance before and after, and the number of rows. */
  StatedTotals totals() {
    Money opening = balance(6, "beginning available balance");
    Money closing = balance(8, "ending available balance");
    return new StatedTotals(
        opening, closing, rows(), null, StatedTotals.Side.NONE, StatedTotals.Side.NONE);
  }

  /** The number of rows. */
  long rows() {
    return number(WIDTH - 1, "row count");
  }

  /** Reports each of the four totals that is not what the rows make. */
  void checkTotals(StlSums sums, StatementGate gate) {
    for (int i = 0; i < TOTALS.size(); i++) {
      Money stated = amount(2 + i, TOTALS.get(i));
      if (stated.minor() != sums.at(i)) {
        gate.report(
            new Finding(
                FindingCode.TOTAL_MISMATCH,
                row.line(),
                TOTALS.get(i),
                "is stated as " + stated + ", the rows make " + sums.at(i)));
      }
    }
  }

  private Money balance(int at, String name) {
    Money amount = amount(at + 1, name);
    return switch (row.field(at)) {
      case "CR" -> amount;
      case "DR" -> amount.negated();
      default -> {
        if (amount.minor() == 0 && row.field(at).isBlank()) {
          yield amount;
        }
        throw refusal(FindingCode.FIELD_INVALID, name, "neither CR nor DR stands before it");
      }
    };
  }

  private Money amount(int at, String name) {
    try {
      return exponents.ofProviderMinor(currency, number(at, name));
    } catch (Refusal refusal) {
      throw refusal.at(row.line(), name);
    }
  }

  private long number(int at, String name) {
    String text = row.field(at);
    if (text.isEmpty() || text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw refusal(
          FindingCode.AMOUNT_INVALID, name, Finding.quote(text) + ": digits only are expected");
    }
    return Long.parseLong(text);
  }

  private Refusal refusal(FindingCode code, @Nullable String field, String detail) {
    return new Refusal(new Finding(code, row.line(), field, detail));
  }
}
