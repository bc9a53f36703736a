package io.tallykeep.statement.csv;

import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping's types and statuses. A value that is not listed refuses the file, unless {@link
 * #ANY_OTHER} is. Immutable.
 *
 * @param type the column of the type, null if no column says it
 * @param types what its values mean; without a column the meaning of {@link #ANY_OTHER}
 * @param statuses columns that say how final a row is; a row is booked if all say so, and every row
 *     is without any
 * @param itemCount the column of the number of payments a row stands for, null if there is none; a
 *     row of more than one is a batch without items
 */
public record CsvKinds(
    @Nullable String type,
    Map<String, EntryType> types,
    List<StatusColumn> statuses,
    @Nullable String itemCount) {
  /** Stands for every value that is not listed. */
  public static final String ANY_OTHER = "*";

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if there is no column and no type for all rows
   */
  public CsvKinds {
    types = Map.copyOf(types);
    statuses = List.copyOf(statuses);
    if (type == null && !types.containsKey(ANY_OTHER)) {
      throw new IllegalArgumentException("types: without a column declare what all rows are, as *");
    }
  }

  /**
   * A column that says how final a row is.
   *
   * @param name the column
   * @param meanings what its values mean
   */
  public record StatusColumn(String name, Map<String, EntryStatus> meanings) {
    /** Copies the map. */
    public StatusColumn {
      meanings = Map.copyOf(meanings);
    }
  }

  void addColumns(Set<String> columns) {
    CsvMapping.add(columns, type);
    statuses.forEach(status -> columns.add(status.name()));
    CsvMapping.add(columns, itemCount);
  }
}
