package io.tallykeep.statement.csv;

import io.tallykeep.statement.FormatOptions;
import java.util.Set;

/**
 * What must be declared about a provider's report beside the common profile, where it is not as the
 * provider makes it by default. Immutable.
 *
 * @param numbers how its amounts are written; some reports can be ordered with a decimal comma
 * @param extraColumns columns that are not the report's own; they are not read
 */
public record CsvReportOptions(DecimalText numbers, Set<String> extraColumns)
    implements FormatOptions {
  /** As the provider makes it by default: decimal point, no other columns. */
  public static final CsvReportOptions DEFAULT = new CsvReportOptions(DecimalText.POINT, Set.of());

  /** Copies the set. */
  public CsvReportOptions {
    extraColumns = Set.copyOf(extraColumns);
  }
}
