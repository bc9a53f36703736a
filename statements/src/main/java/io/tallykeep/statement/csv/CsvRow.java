package io.tallykeep.statement.csv;

/** One record of a file: the line it begins on, from 1, and its fields as they stand there. */
record CsvRow(long line, String[] fields) {
  /** The number of fields; a field beyond it is not there, which is not the same as blank. */
  int width() {
    return fields.length;
  }

  String field(int index) {
    return fields[index];
  }
}
