package io.tallykeep.statement.csv;

import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A table with one header. For one thread. */
final class CsvTable {
  private final CsvRows rows;
  private final CsvHeader header;
  private final DecimalText numbers;
  private final Exponents exponents;
  private long lastLine;

  /**
   * Reads the header.
   *
   * @throws Refusal {@link FindingCode#EMPTY_FILE} if there is none
   */
  CsvTable(CsvRows rows, DecimalText numbers, Exponents exponents) throws IOException {
    this.rows = rows;
    this.numbers = numbers;
    this.exponents = exponents;
    CsvRow first = rows.next();
    if (first == null) {
      throw new Refusal(FindingCode.EMPTY_FILE, "no header, no records");
    }
    this.header = new CsvHeader(first, 0);
    this.lastLine = first.line();
  }

  CsvHeader header() {
    return header;
  }

  /** The next record, or null after the last one; its number of fields is not checked yet. */
  @Nullable Cells next() throws IOException {
    CsvRow row = rows.next();
    if (row == null) {
      return null;
    }
    lastLine = row.line();
    return new Cells(header, row, numbers, exponents);
  }

  /** The line the last record read begins on. */
  long lastLine() {
    return lastLine;
  }
}
