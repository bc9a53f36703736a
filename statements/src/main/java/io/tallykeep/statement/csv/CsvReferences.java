package io.tallykeep.statement.csv;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping's references. Immutable.
 *
 * @param id the column of the provider's id, null if rows have none
 * @param carriers columns that may carry a reference of ours, in the order to look
 * @param account the column that must hold the profile's account in every row, null if there is
 *     none
 * @param payee the column of the other side's name, null if there is none
 * @param payeeAccount the column of its account, null if there is none
 * @param text the column of free text, null if there is none
 */
public record CsvReferences(
    @Nullable String id,
    List<String> carriers,
    @Nullable String account,
    @Nullable String payee,
    @Nullable String payeeAccount,
    @Nullable String text) {
  /** Copies the list. */
  public CsvReferences {
    carriers = List.copyOf(carriers);
  }

  void addColumns(Set<String> columns) {
    CsvMapping.add(columns, id);
    columns.addAll(carriers);
    CsvMapping.add(columns, account);
    CsvMapping.add(columns, payee);
    CsvMapping.add(columns, payeeAccount);
    CsvMapping.add(columns, text);
  }
}
