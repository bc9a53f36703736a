package io.tallykeep.statement.swift;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.swift.Mt940Options.MonthEnds;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.YearMonth;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values of MT940: amounts with a decimal comma, dates of six and four digits. */
final class SwiftValues {
  private static final Pattern BALANCE = Pattern.compile("([CD])(\\d{6})([A-Z]{3})(\\d*,\\d*)");

  private SwiftValues() {}

  /**
   * A balance.
   *
   * @param amount signed
   * @param date its date
   */
  record Balance(Money amount, LocalDate date) {}

  static Balance balance(SwiftField field, Exponents exponents) {
    Matcher balance = BALANCE.matcher(field.only());
    if (!balance.matches()) {
      throw field.refusal(
          FindingCode.SYNTAX, Finding.quote(field.first()) + " is no balance: mark, date, amount.");
    }
    Money unsigned = amount(field, balance.group(3), balance.group(4), exponents);
    return new Balance(
        balance.group(1).equals("C") ? unsigned : unsigned.negated(),
        date(field, balance.group(2), MonthEnds.CALENDAR));
  }

  /** An unsigned amount: {@code 12,50}, {@code 5,}, {@code ,12}. */
  static Money amount(SwiftField field, String currency, String text, Exponents exponents) {
    if (text.length() < 2 || text.length() > 18) {
      throw field.refusal(FindingCode.AMOUNT_INVALID, Finding.quote(text) + " is no amount.");
    }
    String point = text.replace(',', '.');
    try {
      return exponents.ofMajor(
          currency, new BigDecimal(point.startsWith(".") ? "0" + point : point));
    } catch (Refusal refusal) {
      throw refusal.at(field.line(), ":" + field.tag() + ":");
    }
  }

  /** {@code YYMMDD}; by SWIFT's rule 80 to 99 are of the last century. */
  static LocalDate date(SwiftField field, String text, MonthEnds ends) {
    int year = Integer.parseInt(text.substring(0, 2));
    year += year >= 80 ? 1900 : 2000;
    int month = Integer.parseInt(text.substring(2, 4));
    int day = Integer.parseInt(text.substring(4));
    try {
      if (ends == MonthEnds.THIRTY_DAYS && month == 2 && (day == 29 || day == 30)) {
        return YearMonth.of(year, month).atEndOfMonth();
      }
      return LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      throw field.refusal(FindingCode.DATE_INVALID, Finding.quote(text) + " is no day.");
    }
  }

  /**
   * {@code MMDD}: the day nearest to the opening balance's. A value date whose nearest such day is
   * another one leaves the year open, and that is refused.
   *
   * @return null for null
   */
  static @Nullable LocalDate entryDate(
      SwiftField field, @Nullable String text, LocalDate opening, LocalDate value) {
    if (text == null) {
      return null;
    }
    LocalDate nearest = nearest(field, text, opening);
    if (!nearest.equals(nearest(field, text, value))) {
      throw field.refusal(
          FindingCode.DATE_INVALID,
          "The year of "
              + Finding.quote(text)
              + " is open between the opening balance of "
              + opening
              + " and the value date "
              + value
              + ".");
    }
    return nearest;
  }

  private static LocalDate nearest(SwiftField field, String text, LocalDate to) {
    LocalDate nearest = null;
    try {
      MonthDay day =
          MonthDay.of(Integer.parseInt(text.substring(0, 2)), Integer.parseInt(text.substring(2)));
      for (int year = to.getYear() - 1; year <= to.getYear() + 1; year++) {
        if (day.isValidYear(year) && (nearest == null || closer(day.atYear(year), nearest, to))) {
          nearest = day.atYear(year);
        }
      }
    } catch (DateTimeException e) {
      throw field.refusal(FindingCode.DATE_INVALID, Finding.quote(text) + " is no day.");
    }
    if (nearest == null || distance(nearest, to) > 183) {
      throw field.refusal(
          FindingCode.DATE_INVALID, Finding.quote(text) + " is no day near " + to + ".");
    }
    return nearest;
  }

  private static boolean closer(LocalDate one, LocalDate other, LocalDate to) {
    return distance(one, to) < distance(other, to);
  }

  private static long distance(LocalDate one, LocalDate other) {
    return Math.abs(one.toEpochDay() - other.toEpochDay());
  }
}
