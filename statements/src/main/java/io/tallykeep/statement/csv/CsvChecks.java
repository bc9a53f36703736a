package io.tallykeep.statement.csv;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a mapped file says about its own completeness. Immutable.
 *
 * @param trailer its last row, null if it has none; declared, it must be there
 * @param balance its running balance, null if it has none
 */
public record CsvChecks(@Nullable Trailer trailer, @Nullable RunningBalance balance) {
  /** The file says nothing. */
  public static final CsvChecks NONE = new CsvChecks(null, null);

  /**
   * A last row that states what came before. Its number of fields is its own.
   *
   * @param marker what its first field holds
   * @param countField the field, from 1, that holds the number of rows; 0 if none does
   * @param sumField the field, from 1, that holds the signed sum of the booked amounts; 0 if none
   *     does
   */
  public record Trailer(String marker, int countField, int sumField) {
    /**
     * Checks that it states something.
     *
     * @throws IllegalArgumentException if it has neither count nor sum, or no marker
     */
    public Trailer {
      CsvMapping.requireName("marker", marker);
      if (countField < 0 || sumField < 0 || countField == 1 || sumField == 1) {
        throw new IllegalArgumentException("the first field holds the marker");
      }
      if (countField == 0 && sumField == 0) {
        throw new IllegalArgumentException("a trailer states a count, a sum or both");
      }
    }
  }

  /**
   * A column with the account's balance after each booked row, per currency.
   *
   * @param column the column
   * @param order the order of the rows
   */
  public record RunningBalance(String column, Order order) {
    /** The order of the rows. */
    public enum Order {
      /** The oldest row stands first. */
      OLDEST_FIRST,
      /** The newest row stands first. */
      NEWEST_FIRST
    }
  }

  void addColumns(Set<String> columns) {
    if (balance != null) {
      columns.add(balance.column());
    }
  }
}
