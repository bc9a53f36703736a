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
  /** A table can't hold a value or has no such column: the fault of whoever gave it. */
  NOT_STORABLE,
  /** A table or a privilege is missing. */
  NOT_SET_UP,
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
      case 1048,
          1054,
          1216,
          1264,
          1265,
          1292,
          1364,
          1366,
          1406,
          1411,
          1452,
          1690,
          3105,
          3140,
          3819 ->
          NOT_STORABLE;
      case 1044, 1049, 1142, 1143, 1146, 1227, 1370 -> NOT_SET_UP;
      default -> other(state);
    };
  }

  private static SqlFailure other(String state) {
    if (state.startsWith("08")) {
      return CONNECTION_LOST;
    }
    // The driver has no SQL type for the value.
    return state.equals("S1009") ? NOT_STORABLE : OTHER;
  }

  /** Whether no repetition can come through before somebody has changed something. */
  boolean isPermanent() {
    return this == NOT_STORABLE || this == NOT_SET_UP;
  }

  /** Whether the same transaction, begun anew, can come through. */
  boolean mayPass() {
    return this == DEADLOCK
        || this == LOCK_WAIT_TIMEOUT
        || this == CONNECTION_LOST
        || this == READ_ONLY;
  }

  private static String oneLine(SQLException error) {
    return String.valueOf(error.getMessage()).strip().replaceAll("\\s+", " ");
  }

  /** {@code deadlock: Deadlock found … (error 1213, SQLSTATE 40001)}, in one line. */
  static String describe(SQLException error) {
    return of(error).name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + ": "
        + oneLine(error)
        + " (error "
        + error.getErrorCode()
        + ", SQLSTATE "
        + error.getSQLState()
        + ")";
  }
}
