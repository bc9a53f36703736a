package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Identifier;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Values by column name. MySQL compares column names without regard to case, so these maps do too.
 */
final class Columns {
  private Columns() {}

  /**
   * An unmodifiable copy, sorted by name; a null value stands for NULL.
   *
   * @throws IllegalArgumentException if a name can't stand in a statement or comes twice
   */
  static Map<String, Object> copyOf(Map<String, Object> columns) {
    Map<String, Object> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Map.Entry<String, Object> column : columns.entrySet()) {
      String name = Identifier.of(column.getKey()).value();
      if (copy.containsKey(name)) {
        throw new IllegalArgumentException("column " + name + " is given twice.");
      }
      copy.put(name, column.getValue());
    }
    return Collections.unmodifiableMap(copy);
  }

  /** Both, the second's values where both have a column. */
  static Map<String, Object> merged(Map<String, Object> first, Map<String, Object> second) {
    Map<String, Object> both = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    both.putAll(first);
    both.putAll(second);
    return both;
  }

  /**
   * Checks that none of the columns is one that the gate sets itself.
   *
   * @param what what the columns are, for the message
   * @throws IllegalArgumentException if one is
   */
  static void requireNone(
      String what, Map<String, Object> columns, Collection<Identifier> reserved) {
    for (Identifier column : reserved) {
      if (columns.containsKey(column.value())) {
        throw new IllegalArgumentException(
            what + " sets column " + column + ", which the gate sets itself. Leave it out.");
      }
    }
  }
}
