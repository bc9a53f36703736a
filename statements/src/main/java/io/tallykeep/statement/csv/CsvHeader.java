package io.tallykeep.statement.csv;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The names of a table's columns, by position. A name that is blank or stands twice, a column that
 * must be there and is not, and one that nobody declared are each a {@link Refusal}: a column whose
 * name was damaged must not just be absent. Immutable.
 */
final class CsvHeader {
  private final long line;
  private final int width;
  private final Map<String, Integer> positions = new LinkedHashMap<>();

  /**
   * Reads the names; runs of spaces count as one.
   *
   * @param from the first position that is a column; before it stands what kind of row this is
   */
  CsvHeader(CsvRow row, int from) {
    this.line = row.line();
    this.width = row.width();
    for (int i = from; i < row.width(); i++) {
      String name = row.field(i).strip().replaceAll(" +", " ");
      if (name.isEmpty()) {
        throw mismatch(null, "column " + (i + 1) + " has no name");
      }
      if (positions.put(name, i) != null) {
        throw mismatch(name, "the column stands twice");
      }
    }
  }

  /**
   * Checks that each required column is there and each one is known.
   *
   * @param known whether a column that is not required may be there
   */
  void require(Collection<String> required, Predicate<String> known) {
    List<String> missing =
        required.stream().filter(name -> !positions.containsKey(name)).sorted().toList();
    if (!missing.isEmpty()) {
      throw mismatch(null, "missing: " + String.join(", ", missing) + "; found: " + names());
    }
    for (String name : positions.keySet()) {
      if (!required.contains(name) && !known.test(name)) {
        throw mismatch(name, "no column of this report: declare it if it is one");
      }
    }
  }

  /** Checks that one at least of the columns is there. */
  void requireOneOf(String... columns) {
    for (String column : columns) {
      if (has(column)) {
        return;
      }
    }
    throw mismatch(null, "missing: " + String.join(" or ", columns) + "; found: " + names());
  }

  private String names() {
    String names = String.join(", ", positions.keySet());
    return names.length() > 300 ? names.substring(0, 300) + "…" : names;
  }

  boolean has(String name) {
    return positions.containsKey(name);
  }

  /** Where a column stands, or -1. */
  int at(String name) {
    Integer position = positions.get(name);
    return position == null ? -1 : position;
  }

  /** Checks a record's number of fields against the header's. */
  void requireWidth(CsvRow row) {
    if (row.width() != width) {
      throw new Refusal(
          new Finding(
              FindingCode.SYNTAX,
              row.line(),
              null,
              row.width()
                  + " fields, the header has "
                  + width
                  + ": a delimiter is missing or too many"));
    }
  }

  /** The names, in the file's order. */
  Set<String> columns() {
    return positions.keySet();
  }

  private Refusal mismatch(@Nullable String column, String detail) {
    return new Refusal(new Finding(FindingCode.HEADER_MISMATCH, line, column, detail));
  }
}
