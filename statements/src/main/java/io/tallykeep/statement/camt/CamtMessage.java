package io.tallykeep.statement.camt;

/** The messages that are read. Another one than the profile's is refused, never read as empty. */
public enum CamtMessage {
  /** camt.053: a statement of booked entries. */
  STATEMENT("camt.053", "BkToCstmrStmt", "Stmt"),
  /** camt.052: a report during the day; covers nothing. */
  REPORT("camt.052", "BkToCstmrAcctRpt", "Rpt"),
  /** camt.054: a notification of single entries; covers nothing. */
  NOTIFICATION("camt.054", "BkToCstmrDbtCdtNtfctn", "Ntfctn");

  private final String id;
  private final String element;
  private final String part;

  CamtMessage(String id, String element, String part) {
    this.id = id;
    this.element = element;
    this.part = part;
  }

  /** The message's id without version: {@code camt.053}. */
  public String id() {
    return id;
  }

  /** The message's element in {@code Document}. */
  String element() {
    return element;
  }

  /** The element of one statement, report or notification. */
  String part() {
    return part;
  }
}
