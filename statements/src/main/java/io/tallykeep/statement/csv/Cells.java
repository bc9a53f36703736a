package io.tallykeep.statement.csv;

import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One record's fields by their columns' names. A blank field and a column that is not there are
 * both null. Whatever can't be right is a {@link Refusal} with line and column.
 */
final class Cells {
  private final CsvHeader header;
  private final CsvRow row;
  private final DecimalText numbers;
  private final Exponents exponents;

  Cells(CsvHeader header, CsvRow row, DecimalText numbers, Exponents exponents) {
    this.header = header;
    this.row = row;
    this.numbers = numbers;
    this.exponents = exponents;
  }

  /** Checks that the record has as many fields as the header. */
  void requireWidth() {
    header.requireWidth(row);
  }

  long line() {
    return row.line();
  }

  /** The first field. */
  String first() {
    return row.width() == 0 ? "" : row.field(0);
  }

  /** A number by its place, from 1, whatever the header says. */
  BigDecimal numberAt(int field, String name) {
    String text = field > row.width() ? "" : row.field(field - 1);
    try {
      return numbers.parse(text);
    } catch (NumberFormatException e) {
      throw refusal(FindingCode.AMOUNT_INVALID, name, Finding.quote(text) + ": " + e.getMessage());
    }
  }

  /** A reference; null if blank or a placeholder. */
  @Nullable String real(String column) {
    return Carriers.real(text(column));
  }

  @Nullable String text(String column) {
    int at = header.at(column);
    if (at < 0) {
      return null;
    }
    String text = row.field(at);
    return text.isBlank() ? null : text;
  }

  String textOrEmpty(String column) {
    String text = text(column);
    return text == null ? "" : text;
  }

  String required(String column) {
    String text = text(column);
    if (text == null) {
      throw refusal(FindingCode.FIELD_MISSING, column, "no value");
    }
    return text;
  }

  /** A currency's code in any case; null if blank. */
  @Nullable String currency(String column) {
    String text = text(column);
    if (text == null) {
      return null;
    }
    String code = text.toUpperCase(Locale.ROOT);
    if (!Money.isCurrency(code)) {
      throw refusal(
          FindingCode.CURRENCY_UNKNOWN, column, Finding.quote(text) + " is no currency code");
    }
    return code;
  }

  String requiredCurrency(String column) {
    String code = currency(column);
    if (code == null) {
      throw refusal(FindingCode.FIELD_MISSING, column, "no currency");
    }
    return code;
  }

  /** A number as the file writes it; null if blank. */
  @Nullable BigDecimal number(String column) {
    String text = text(column);
    if (text == null) {
      return null;
    }
    try {
      return numbers.parse(text);
    } catch (NumberFormatException e) {
      throw refusal(
          FindingCode.AMOUNT_INVALID, column, Finding.quote(text) + ": " + e.getMessage());
    }
  }

  /** An amount in major units; null if blank. */
  @Nullable Money major(String column, String currency) {
    BigDecimal number = number(column);
    return number == null ? null : at(column, () -> exponents.ofMajor(currency, number));
  }

  Money requiredMajor(String column, String currency) {
    Money money = major(column, currency);
    if (money == null) {
      throw refusal(FindingCode.FIELD_MISSING, column, "no amount");
    }
    return money;
  }

  /** An amount in major units without a sign; null if blank. */
  @Nullable Money unsigned(String column, String currency) {
    Money money = major(column, currency);
    if (money != null && money.minor() < 0) {
      throw refusal(FindingCode.AMOUNT_INVALID, column, "an amount without sign is expected");
    }
    return money;
  }

  /** A count of up to 18 digits. */
  long requiredCount(String column) {
    return Long.parseLong(digits(column, required(column)));
  }

  private String digits(String column, String text) {
    if (text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw refusal(
          FindingCode.FIELD_INVALID, column, Finding.quote(text) + ": digits only are expected");
    }
    return text;
  }

  /** An amount of digits only, in the provider's minor units; null if blank. */
  @Nullable Money providerMinor(String column, String currency) {
    String text = text(column);
    if (text == null) {
      return null;
    }
    long minor = Long.parseLong(digits(column, text));
    return at(column, () -> exponents.ofProviderMinor(currency, minor));
  }

  /** Checks that a row's amounts add up. */
  void requireSum(String column, Money sum, Money... parts) {
    long total = 0;
    for (Money part : parts) {
      total = Math.addExact(total, part.minor());
    }
    if (total != sum.minor()) {
      throw refusal(
          FindingCode.AMOUNT_INVALID,
          column,
          "is " + sum + ", the row's other amounts make " + total);
    }
  }

  /** The references among the columns, in the given order. */
  Carriers carriers(Collection<String> columns) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String column : columns) {
      String text = text(column);
      if (text != null) {
        values.put(column, text);
      }
    }
    return values.isEmpty() ? Carriers.NONE : new Carriers(values);
  }

  /** Does something whose failure is a column's: a date that does not exist, an amount. */
  <T> T at(String column, Supplier<T> work) {
    try {
      return work.get();
    } catch (Refusal refusal) {
      throw refusal.at(row.line(), column);
    } catch (DateTimeException e) {
      throw refusal(FindingCode.DATE_INVALID, column, String.valueOf(e.getMessage()));
    } catch (ArithmeticException e) {
      throw refusal(FindingCode.AMOUNT_RANGE, column, "an amount out of range");
    }
  }

  Refusal refusal(FindingCode code, @Nullable String column, String detail) {
    return new Refusal(new Finding(code, row.line(), column, detail));
  }
}
