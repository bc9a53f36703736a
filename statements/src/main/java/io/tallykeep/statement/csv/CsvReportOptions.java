package io.tallykeep.statement.csv;

import io.tallykeep.statement.FormatOptions;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What must be declared about a provider's report beside the common profile, where it is not as the
 * provider makes it by default. Immutable.
 *
 * @param numbers how its amounts are written; some reports can be ordered with a decimal comma
 * @param carriers further columns that carry references of ours, for example {@code
 *     payment_metadata[client_key]}; they must be there
 * @param extraColumns columns that are not the report's own; they are not read
 */
public record CsvReportOptions(DecimalText numbers, Set<String> carriers, Set<String> extraColumns)
    implements FormatOptions {
  /** As the provider makes it by default: decimal point, no other columns. */
  public static final CsvReportOptions DEFAULT =
      new CsvReportOptions(DecimalText.POINT, Set.of(), Set.of());

  /** Copies the sets. */
  public CsvReportOptions {
    carriers = Set.copyOf(carriers);
    extraColumns = Set.copyOf(extraColumns);
  }

  /** Checks a header: the report's columns, and those declared. */
  void require(CsvHeader header, Set<String> required, Predicate<String> known) {
    Set<String> all = new HashSet<>(required);
    all.addAll(carriers);
    header.require(all, name -> known.test(name) || extraColumns.contains(name));
  }
}
