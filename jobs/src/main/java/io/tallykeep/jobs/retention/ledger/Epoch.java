package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;

/** How epochs are counted: so that a crash that loses the last commits can't bring one back. */
public final class Epoch {
  /** The server's time as an epoch, in SQL: microseconds since 1970. */
  public static final String NOW = "CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS UNSIGNED)";

  private Epoch() {}

  /** The epoch that follows another one: larger, and than any the server lost in a crash. */
  static long next(Session session, long epoch) throws SQLException {
    return session.number("SELECT " + after("?"), epoch);
  }

  /** The epoch that follows another one, in SQL. */
  public static String after(String epoch) {
    return "GREATEST(" + epoch + " + 1, " + NOW + ")";
  }
}
