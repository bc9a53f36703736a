package io.tallykeep.archive.schema;

import java.util.List;
import java.util.Optional;

/**
 * An index as information_schema.STATISTICS shows it.
 *
 * @param name {@code PRIMARY} for the primary key
 * @param unique whether it refuses duplicates
 * @param visible whether the optimizer may use it
 * @param parts what it indexes, in order
 */
public record SourceKey(String name, boolean unique, boolean visible, List<Part> parts) {
  /**
   * One part of an index.
   *
   * @param column the column, or empty for an expression
   * @param whole false where only a prefix of the column is indexed
   * @param descending whether the index stores it in descending order
   */
  public record Part(Optional<String> column, boolean whole, boolean descending) {}

  public SourceKey {
    parts = List.copyOf(parts);
  }

  public boolean primary() {
    return name.equals("PRIMARY");
  }
}
