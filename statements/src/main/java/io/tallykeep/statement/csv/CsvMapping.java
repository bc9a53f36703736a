package io.tallykeep.statement.csv;

import io.tallykeep.statement.FormatOptions;
import java.nio.charset.Charset;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a CSV file's rows become entries. Everything is declared: encoding, delimiter, decimal mark,
 * which column holds what, how signs, dates, types and statuses are written. The header must be
 * exactly the columns named here. Immutable.
 *
 * @param encoding the encoding of a file without byte order mark
 * @param delimiter what stands between fields
 * @param amounts amounts and their currency
 * @param times dates and times
 * @param kinds types and statuses
 * @param references ids, references, the other side
 * @param checks what the file says about its own completeness
 * @param ignored columns that are there and not read
 */
public record CsvMapping(
    Charset encoding,
    char delimiter,
    CsvAmounts amounts,
    CsvTimes times,
    CsvKinds kinds,
    CsvReferences references,
    CsvChecks checks,
    Set<String> ignored)
    implements FormatOptions {
  /**
   * Checks that each column is declared for one purpose.
   *
   * @throws IllegalArgumentException if the delimiter is none of comma, semicolon, tab and bar, it
   *     is the decimal mark or groups digits without quotes, or a column that is read is also
   *     ignored
   */
  public CsvMapping {
    ignored = Set.copyOf(ignored);
    if (",;\t|".indexOf(delimiter) < 0) {
      throw new IllegalArgumentException("delimiter must be one of , ; tab |");
    }
    Set<String> read = new LinkedHashSet<>();
    amounts.addColumns(read);
    times.addColumns(read);
    kinds.addColumns(read);
    references.addColumns(read);
    checks.addColumns(read);
    for (String column : ignored) {
      if (read.contains(column)) {
        throw new IllegalArgumentException("column " + column + " is both read and ignored");
      }
    }
  }

  /** The columns that are read. */
  Set<String> columns() {
    Set<String> read = new LinkedHashSet<>();
    amounts.addColumns(read);
    times.addColumns(read);
    kinds.addColumns(read);
    references.addColumns(read);
    checks.addColumns(read);
    return read;
  }

  static void add(Set<String> columns, @Nullable String column) {
    if (column != null) {
      columns.add(column);
    }
  }

  static void requireName(String what, String column) {
    if (column.isBlank()) {
      throw new IllegalArgumentException(what + ": a column's name is blank");
    }
  }
}
