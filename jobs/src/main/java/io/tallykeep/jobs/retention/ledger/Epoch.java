package io.tallykeep.jobs.retention.ledger;

/** How epochs are counted: so that a crash that loses the last commits can't bring one back. */
final class Epoch {
  /** The server's time as an epoch, in SQL: microseconds since 1970. */
  static final String NOW = "CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS UNSIGNED)";

  private Epoch() {}

  /** The epoch that follows another one, in SQL. */
  static String after(String epoch) {
    return "GREATEST(" + epoch + " + 1, " + NOW + ")";
  }
}
