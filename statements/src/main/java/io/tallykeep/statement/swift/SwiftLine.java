package io.tallykeep.statement.swift;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryKind.Reversal;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.swift.Mt940Options.MonthEnds;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement line, {@code :61:}.
 *
 * @param field the field
 * @param value value date
 * @param booking entry date, null if not stated
 * @param amount its effect, signed: {@code RC} takes a credit back, {@code RD} a debit
 * @param direction which way, also of nothing
 * @param reversal whether its mark says so
 * @param type four characters
 * @param customerReference subfield 7 without the bank's reference; may be a placeholder
 * @param bankReference what follows two slashes, null if nothing does
 * @param supplement the second line, null if there is none
 */
record SwiftLine(
    SwiftField field,
    LocalDate value,
    @Nullable LocalDate booking,
    Money amount,
    Direction direction,
    Reversal reversal,
    String type,
    String customerReference,
    @Nullable String bankReference,
    @Nullable String supplement) {
  private static final Pattern LINE =
      Pattern.compile(
          "(\\d{6})(\\d{4})?(RC|RD|C|D)([A-Z])?(\\d*,\\d*)([SNF][A-Z0-9]{3})(.{0,35}?)(?://(.{0,35}))?");

  /** Reads a line of a statement whose opening balance is given. */
  static SwiftLine of(
      SwiftField field, SwiftValues.Balance opening, Exponents exponents, MonthEnds ends) {
    Matcher line = LINE.matcher(field.first().stripTrailing());
    if (!line.matches() || field.lines().size() > 2) {
      throw field.refusal(
          FindingCode.SYNTAX,
          Finding.quote(field.first())
              + " is no statement line: date, mark, amount, type, reference.");
    }
    String currency = opening.amount().currency();
    String funds = line.group(4);
    if (funds != null && funds.charAt(0) != currency.charAt(2)) {
      throw field.refusal(
          FindingCode.CURRENCY_MIXED,
          "Funds code " + funds + " is not the third letter of " + currency + ".");
    }
    Money unsigned = SwiftValues.amount(field, currency, line.group(5), exponents);
    String mark = line.group(3);
    boolean credit = mark.equals("C") || mark.equals("RD");
    LocalDate value = SwiftValues.date(field, line.group(1), ends);
    return new SwiftLine(
        field,
        value,
        SwiftValues.entryDate(field, line.group(2), opening.date(), value),
        credit ? unsigned : unsigned.negated(),
        credit ? Direction.CREDIT : Direction.DEBIT,
        mark.length() == 2 ? Reversal.YES : Reversal.NO,
        line.group(6),
        line.group(7),
        line.group(8),
        field.lines().size() == 2 ? field.lines().get(1) : null);
  }
}
