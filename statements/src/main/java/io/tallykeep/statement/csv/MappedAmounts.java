package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Amounts of a mapped row. */
final class MappedAmounts {
  private final CsvAmounts columns;
  private final Exponents exponents;

  MappedAmounts(CsvAmounts columns, Exponents exponents) {
    this.columns = columns;
    this.exponents = exponents;
  }

  String currency(Cells cells) {
    return columns.currency() instanceof CsvAmounts.CurrencySource.Column column
        ? cells.requiredCurrency(column.name())
        : ((CsvAmounts.CurrencySource.Constant) columns.currency()).code();
  }

  EntryAmounts of(Cells cells, String currency) {
    Money booked = booked(cells, currency);
    Money gross = gross(cells, booked);
    String feeColumn = columns.fee();
    Money fee = feeColumn == null ? null : amount(cells, feeColumn, currency);
    if (feeColumn != null && gross != null && fee != null && gross.currency().equals(currency)) {
      cells.requireSum(feeColumn, booked, gross, fee);
    }
    return new EntryAmounts(booked, gross, fee);
  }

  private @Nullable Money gross(Cells cells, Money booked) {
    if (columns.gross() == null) {
      return null;
    }
    String currency =
        columns.grossCurrency() == null
            ? booked.currency()
            : cells.currency(columns.grossCurrency());
    if (currency == null) {
      return null;
    }
    Money gross = amount(cells, columns.gross(), currency);
    if (gross == null || columns.sign() instanceof CsvAmounts.SignRule.Signed) {
      return gross;
    }
    requireUnsigned(cells, columns.gross(), gross);
    return booked.minor() < 0 ? gross.negated() : gross;
  }

  private Money booked(Cells cells, String currency) {
    if (columns.sign() instanceof CsvAmounts.SignRule.Signed rule) {
      return required(cells, rule.column(), currency);
    }
    if (columns.sign() instanceof CsvAmounts.SignRule.Sided rule) {
      Money amount = required(cells, rule.column(), currency);
      requireUnsigned(cells, rule.column(), amount);
      return isDebit(cells, rule) ? amount.negated() : amount;
    }
    CsvAmounts.SignRule.TwoColumns rule = (CsvAmounts.SignRule.TwoColumns) columns.sign();
    Money debit = unsigned(cells, rule.debitColumn(), currency);
    Money credit = unsigned(cells, rule.creditColumn(), currency);
    if (debit != null && credit != null && debit.minor() != 0 && credit.minor() != 0) {
      throw cells.refusal(
          FindingCode.FIELD_INVALID, rule.debitColumn(), "both a debit and a credit are stated");
    }
    if (debit == null && credit == null) {
      throw cells.refusal(
          FindingCode.FIELD_MISSING, rule.creditColumn(), "neither a debit nor a credit");
    }
    if (debit == null) {
      return Objects.requireNonNull(credit);
    }
    return debit.minor() == 0 && credit != null ? credit : debit.negated();
  }

  private static boolean isDebit(Cells cells, CsvAmounts.SignRule.Sided rule) {
    String side = cells.required(rule.sideColumn());
    if (!rule.debits().contains(side) && !rule.credits().contains(side)) {
      throw cells.refusal(
          FindingCode.FIELD_INVALID,
          rule.sideColumn(),
          Finding.quote(side) + " is no declared side");
    }
    return rule.debits().contains(side);
  }

  private @Nullable Money unsigned(Cells cells, String column, String currency) {
    Money amount = amount(cells, column, currency);
    if (amount != null) {
      requireUnsigned(cells, column, amount);
    }
    return amount;
  }

  private static void requireUnsigned(Cells cells, String column, Money amount) {
    if (amount.minor() < 0) {
      throw cells.refusal(FindingCode.AMOUNT_INVALID, column, "an amount without sign is expected");
    }
  }

  private Money required(Cells cells, String column, String currency) {
    Money amount = amount(cells, column, currency);
    if (amount == null) {
      throw cells.refusal(FindingCode.FIELD_MISSING, column, "no amount");
    }
    return amount;
  }

  /** An amount in the mapping's units; null if blank. */
  @Nullable Money amount(Cells cells, String column, String currency) {
    BigDecimal number = cells.number(column);
    return number == null ? null : cells.at(column, () -> money(number, currency));
  }

  /** A number in the mapping's units. */
  Money money(BigDecimal number, String currency) {
    if (columns.unit() == CsvAmounts.Unit.MAJOR) {
      return exponents.ofMajor(currency, number);
    }
    if (number.scale() > 0) {
      throw new Refusal(FindingCode.AMOUNT_DECIMALS, "minor units have no decimals");
    }
    return exponents.ofProviderMinor(currency, number.longValueExact());
  }
}
