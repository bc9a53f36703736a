package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FormatOptions;
import io.tallykeep.statement.csv.CsvChecks.RunningBalance.Order;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an account's activity download is written: it follows the language and country of whoever
 * downloads it. Immutable.
 *
 * @param numbers decimal and grouping mark
 * @param datePattern how dates are written, for example {@code MM/dd/uuuu} or {@code dd/MM/uuuu}
 * @param columns this file's name of a column, by the English name; what is not named is English
 * @param types what further values of Type mean; the common English ones are known
 * @param statuses what further values of Status mean; the common English ones are known
 * @param balance the order of the rows, if the Balance column is to be checked; null if not
 * @param extraColumns columns that are not the report's own; they are not read
 */
public record PaypalActivityOptions(
    DecimalText numbers,
    String datePattern,
    Map<String, String> columns,
    Map<String, EntryType> types,
    Map<String, EntryStatus> statuses,
    @Nullable Order balance,
    Set<String> extraColumns)
    implements FormatOptions {
  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if the pattern is none or has a year of two digits
   */
  public PaypalActivityOptions {
    columns = Map.copyOf(columns);
    types = Map.copyOf(types);
    statuses = Map.copyOf(statuses);
    extraColumns = Set.copyOf(extraColumns);
    if (!datePattern.contains("uuuu")) {
      throw new IllegalArgumentException("pattern " + datePattern + ": write the year as uuuu");
    }
    ProviderClock.strict(datePattern);
  }

  /** English, with these numbers and dates. */
  public static PaypalActivityOptions english(DecimalText numbers, String datePattern) {
    return new PaypalActivityOptions(
        numbers, datePattern, Map.of(), Map.of(), Map.of(), null, Set.of());
  }
}
