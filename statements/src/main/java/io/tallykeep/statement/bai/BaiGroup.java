package io.tallykeep.statement.bai;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.StatementFlag;
import io.tallykeep.statement.StatementPeriod;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A group header, {@code 02}.
 *
 * @param originator who reports
 * @param asOf the date its data are of
 * @param time as stated: empty, {@code 2400}, {@code 9999} (end of day), or hours and minutes
 * @param currency of accounts that state none; by the format USD where nothing is stated
 * @param modifier {@code 1} to {@code 4}: interim or final, of the previous or the same day
 * @param flags test, deletion, correction, interim
 */
record BaiGroup(
    String originator,
    LocalDate asOf,
    String time,
    String currency,
    String modifier,
    Set<StatementFlag> flags) {
  static BaiGroup of(BaiFields fields) {
    Set<StatementFlag> flags = EnumSet.noneOf(StatementFlag.class);
    switch (fields.required(2, "group status")) {
      case "1" -> {}
      case "2" -> flags.add(StatementFlag.DELETION);
      case "3" -> flags.add(StatementFlag.CORRECTION);
      case "4" -> flags.add(StatementFlag.TEST);
      default ->
          throw fields.of().refusal(FindingCode.FIELD_INVALID, "group status", "Is not known.");
    }
    String time = fields.at(4);
    if (!time.isEmpty() && !time.matches("([01]\\d|2[0-3])[0-5]\\d|2400|9999")) {
      throw fields
          .of()
          .refusal(FindingCode.DATE_INVALID, "as-of time", Finding.quote(time) + " is no time.");
    }
    String currency = fields.at(5);
    String modifier = fields.at(6);
    switch (modifier) {
      case "", "2", "4" -> {}
      case "1", "3" -> flags.add(StatementFlag.INTRADAY);
      default ->
          throw fields.of().refusal(FindingCode.FIELD_INVALID, "as-of modifier", "Is not known.");
    }
    fields.requireEnd(7);
    return new BaiGroup(
        fields.at(1),
        date(fields, fields.required(3, "as-of date")),
        time,
        currency.isEmpty() ? "USD" : currency,
        modifier,
        flags);
  }

  /** {@code YYMMDD}, of this century up to 79. */
  static LocalDate date(BaiFields fields, String text) {
    try {
      if (text.matches("\\d{6}")) {
        int year = Integer.parseInt(text.substring(0, 2));
        return LocalDate.of(
            year + (year >= 80 ? 1900 : 2000),
            Integer.parseInt(text.substring(2, 4)),
            Integer.parseInt(text.substring(4)));
      }
    } catch (DateTimeException e) {
      throw fields
          .of()
          .refusal(FindingCode.DATE_INVALID, "date", Finding.quote(text) + " is no day.");
    }
    throw fields
        .of()
        .refusal(FindingCode.DATE_INVALID, "date", Finding.quote(text) + " is no date.");
  }

  /** The whole day, if the data are final and of its end; null otherwise. */
  @Nullable StatementPeriod period(ZoneId zone) {
    boolean isFinal = modifier.equals("2") || modifier.equals("4");
    boolean endOfDay = List.of("", "2400", "9999").contains(time);
    return isFinal && endOfDay ? StatementPeriod.ofDays(asOf, asOf, zone) : null;
  }

  /** The same for the same data sent again. */
  String statementId() {
    return originator + "/" + asOf + "/" + time + "/" + modifier;
  }
}
