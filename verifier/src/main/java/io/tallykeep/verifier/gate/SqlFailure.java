package io.tallykeep.verifier.gate;

import java.sql.SQLException;
import java.util.Locale;

/** What an error of MySQL or its driver means for a transaction. */
enum SqlFailure {
  /** ER_DUP_ENTRY and its like. */
  DUPLICATE_KEY,
  /** ER_LOCK_DEADLOCK: the server has rolled the transaction back. */
  DEADLOCK,
  /** ER_LOCK_WAIT_TIMEOUT, ER_LOCK_NOWAIT: the server has rolled one statement back. */
  LOCK_WAIT_TIMEOUT,
  /** The connection is gone, or the server ends the session or is going down. */
  CONNECTION_LOST,
  /** The guard refused a row of a closed or frozen day. */
  GUARD,
  /** The server or the transaction takes no writes. */
  READ_ONLY,
  OTHER;

  private static final int FIRST_GUARD_ERROR = 30_501;
  private static final int LAST_GUARD_ERROR = 30_503;

  static SqlFailure of(SQLException error) {
    int code = error.getErrorCode();
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (code >= FIRST_GUARD_ERROR && code <= LAST_GUARD_ERROR) {
      return GUARD;
    }
    return switch (code) {
      case 1062, 1586, 1022 -> DUPLICATE_KEY;
      case 1213 -> DEADLOCK;
      case 1205, 3572 -> LOCK_WAIT_TIMEOUT;
      case 1053, 1317, 1927, 4031 -> CONNECTION_LOST;
      case 1290, 1792, 1836 -> READ_ONLY;
      default -> state.startsWith("08") ? CONNECTION_LOST : OTHER;
    };
  }

  /** Whether the same transaction, begun anew, can come through. */
  boolean mayPass() {
    return this == DEADLOCK
        || this == LOCK_WAIT_TIMEOUT
        || this == CONNECTION_LOST
        || this == READ_ONLY;
  }

  /** {@code deadlock: Deadlock found … (error 1213, SQLSTATE 40001)}. */
  static String describe(SQLException error) {
    return of(error).name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + ": "
        + error.getMessage()
        + " (error "
        + error.getErrorCode()
        + ", SQLSTATE "
        + error.getSQLState()
        + ")";
  }
}
