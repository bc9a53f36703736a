package io.tallykeep.jobs.cli;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A date on the command line: YYYY-MM-DD, within what a DATE column can hold. */
final class Dates implements ITypeConverter<LocalDate> {
  private static final LocalDate FIRST = LocalDate.of(1000, 1, 2);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 30);

  @Override
  public LocalDate convert(String value) {
    try {
      LocalDate date = LocalDate.parse(value);
      if (!date.isBefore(FIRST) && !date.isAfter(LAST)) {
        return date;
      }
    } catch (DateTimeParseException e) {
      throw new TypeConversionException("'" + value + "' is not a date; write YYYY-MM-DD.");
    }
    throw new TypeConversionException(
        "'" + value + "' is not a date from " + FIRST + " to " + LAST + ".");
  }
}
