package io.tallykeep.jobs.retention.ledger;

/** How a row is read that shall stay as it is until the reader's transaction ends. */
public enum ShareLock {
  /** Waits for whoever is changing it: for a reader that holds nothing others want. */
  WAIT(" FOR SHARE"),

  /**
   * Fails at once while somebody is changing it: for a transaction that holds ledger rows, which
   * starts over then ({@link LedgerTransaction}).
   */
  NOWAIT(" FOR SHARE NOWAIT");

  private final String sql;

  ShareLock(String sql) {
    this.sql = sql;
  }

  /** The end of the SELECT. */
  public String sql() {
    return sql;
  }
}
