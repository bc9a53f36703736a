package io.tallykeep.verifier.gate;

/** How the gate reads a row. */
enum RowLock {
  NONE(""),
  FOR_UPDATE(" FOR UPDATE");

  private final String sql;

  RowLock(String sql) {
    this.sql = sql;
  }

  /** What stands at the end of the SELECT. */
  String sql() {
    return sql;
  }
}
