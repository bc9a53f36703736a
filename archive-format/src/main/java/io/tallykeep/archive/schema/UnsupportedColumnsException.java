package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.TableName;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table that can't be archived as it is, with every column that stands in the way. Thrown before
 * anything is written.
 */
public final class UnsupportedColumnsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * One column that stands in the way.
   *
   * @param name the column
   * @param mysqlType its MySQL type, or {@code missing}
   * @param reason why, and what to do
   */
  public record Column(String name, String mysqlType, String reason) {}

  private final transient List<Column> columns;

  UnsupportedColumnsException(TableName table, List<Column> columns) {
    super(
        "table "
            + table
            + " can't be archived, "
            + columns.size()
            + (columns.size() == 1 ? " column stands" : " columns stand")
            + " in the way:"
            + columns.stream()
                .map(c -> "\n  " + c.name() + " " + c.mysqlType() + ": " + c.reason())
                .collect(Collectors.joining()));
    this.columns = List.copyOf(columns);
  }

  public List<Column> columns() {
    return columns;
  }
}
