package io.tallykeep.archive.dataset;

import java.util.List;
import java.util.Set;

/**
 * The long-lived business key an inbox row stands for, and the table that keeps it.
 *
 * <p>A row is archived only when its key is online there and decided: the inbox row may go, the key
 * that stops a second effect may not (architecture, section 5.1, step 2).
 *
 * @param columns the inbox columns that hold the key; a row whose columns are all NULL has no key
 * @param table the unpartitioned table of business keys
 * @param keyColumns that table's key columns, in the order of {@code columns}
 * @param statusColumn that table's status column
 * @param undecided status values, as text, that keep the inbox row online (UNKNOWN, PROCESSING)
 * @param intent that table's columns that must be equal in two requests of one key (payee, amount,
 *     currency); empty where the table keeps none
 */
public record BusinessKey(
    List<Identifier> columns,
    TableName table,
    List<Identifier> keyColumns,
    Identifier statusColumn,
    Set<String> undecided,
    List<Identifier> intent) {
  public BusinessKey {
    columns = List.copyOf(columns);
    keyColumns = List.copyOf(keyColumns);
    undecided = Set.copyOf(undecided);
    intent = List.copyOf(intent);
    if (columns.isEmpty() || columns.size() != keyColumns.size()) {
      throw new IllegalArgumentException(
          "business-key of "
              + table
              + " maps "
              + columns.size()
              + " inbox columns to "
              + keyColumns.size()
              + " key columns: give the same number of both, at least one.");
    }
  }
}
