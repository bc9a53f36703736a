package io.tallykeep.statement.csv;

import io.tallykeep.statement.Money;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping's amounts. Immutable.
 *
 * @param numbers how numbers are written
 * @param unit whether they are major or minor units
 * @param currency the column of the currency, or a currency's code that all rows are in
 * @param sign how the booked amount and its sign are written
 * @param gross the column of the amount that was instructed, with the booked amount's sign; null if
 *     there is none
 * @param grossCurrency the column of its currency; null if it is in the booked amount's
 * @param fee the column of the fee, signed so that gross and fee make the booked amount where all
 *     three are in one currency, which is then checked; null if there is none
 */
public record CsvAmounts(
    DecimalText numbers,
    Unit unit,
    CurrencySource currency,
    SignRule sign,
    @Nullable String gross,
    @Nullable String grossCurrency,
    @Nullable String fee) {
  /** What a number counts. */
  public enum Unit {
    /** Euros, yen, dinars. */
    MAJOR,
    /** The provider's minor units: cents; digits only, with a sign where the rule has signs. */
    MINOR
  }

  /** Where a row's currency stands. */
  public sealed interface CurrencySource {
    /**
     * In a column, in any case.
     *
     * @param name the column
     */
    record Column(String name) implements CurrencySource {}

    /**
     * Nowhere: all rows are in one.
     *
     * @param code three capital letters
     */
    record Constant(String code) implements CurrencySource {
      /**
       * Checks the code.
       *
       * @throws IllegalArgumentException if it is no currency's
       */
      public Constant {
        if (!Money.isCurrency(code)) {
          throw new IllegalArgumentException("no currency: " + code);
        }
      }
    }
  }

  /** How the booked amount's sign is written; to the account is positive. */
  public sealed interface SignRule {
    /**
     * The number has a sign.
     *
     * @param column the amount's column
     */
    record Signed(String column) implements SignRule {}

    /**
     * The number has none; another column says the side.
     *
     * @param column the amount's column
     * @param sideColumn the side's column
     * @param credits its values for money to the account
     * @param debits its values for money from the account
     */
    record Sided(String column, String sideColumn, Set<String> credits, Set<String> debits)
        implements SignRule {
      /**
       * Copies the sets.
       *
       * @throws IllegalArgumentException if one is empty or a value is in both
       */
      public Sided {
        credits = Set.copyOf(credits);
        debits = Set.copyOf(debits);
        if (credits.isEmpty() || debits.isEmpty() || debits.stream().anyMatch(credits::contains)) {
          throw new IllegalArgumentException("sides must be told apart: each needs its own values");
        }
      }
    }

    /**
     * Two columns, of which one holds a number without sign.
     *
     * @param debitColumn money from the account
     * @param creditColumn money to the account
     */
    record TwoColumns(String debitColumn, String creditColumn) implements SignRule {}
  }

  void addColumns(Set<String> columns) {
    if (currency instanceof CurrencySource.Column column) {
      columns.add(column.name());
    }
    if (sign instanceof SignRule.Signed signed) {
      columns.add(signed.column());
    } else if (sign instanceof SignRule.Sided sided) {
      columns.add(sided.column());
      columns.add(sided.sideColumn());
    } else if (sign instanceof SignRule.TwoColumns two) {
      columns.add(two.debitColumn());
      columns.add(two.creditColumn());
    }
    CsvMapping.add(columns, gross);
    CsvMapping.add(columns, grossCurrency);
    CsvMapping.add(columns, fee);
  }
}
