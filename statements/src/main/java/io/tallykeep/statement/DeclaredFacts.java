package io.tallykeep.statement;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody who fetched a file knows about it and the file does not say: the interval a report
 * was asked for, totals from a second report, parts of its name. The gate checks the file against
 * it. Immutable.
 *
 * @param fileName the name it was delivered under, null if unknown; never an identity
 * @param period what the report was asked for, null if unknown
 * @param totals totals by currency
 * @param values other facts by name, as a format's documentation lists them
 */
public record DeclaredFacts(
    @Nullable String fileName,
    @Nullable StatementPeriod period,
    Map<String, StatedTotals> totals,
    Map<String, String> values) {
  /** Nothing is declared. */
  public static final DeclaredFacts NONE = new DeclaredFacts(null, null, Map.of(), Map.of());

  /** Copies the maps. */
  public DeclaredFacts {
    totals = Map.copyOf(totals);
    values = Map.copyOf(values);
  }
}
