package io.tallykeep.jobs.retention.session;

import java.sql.SQLException;

/** MySQL's error numbers that mean something to the protocol (MySQL 8.0 error reference). */
public final class MysqlError {
  /** No such thread: the session to be killed has ended already. */
  public static final int NO_SUCH_THREAD = 1094;

  /** A table, or its column or partition, this account may not use. */
  public static final int TABLE_ACCESS_DENIED = 1142;

  /** The account lacks a global privilege. */
  public static final int SPECIFIC_ACCESS_DENIED = 1227;

  /** XA RECOVER without XA_RECOVER_ADMIN answers with this (XAER_RMERR). */
  public static final int XA_RESOURCE_MANAGER = 1401;

  /** A statement ran longer than its MAX_EXECUTION_TIME. */
  public static final int QUERY_TIMEOUT = 3024;

  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;
  private static final int LOCK_NOWAIT = 3572;

  private static final int UNKNOWN_SCHEMA = 1049;
  private static final int NO_SUCH_TABLE = 1146;

  private MysqlError() {}

  /** Whether a table, or its schema, is not there. */
  public static boolean isMissing(SQLException e) {
    return e.getErrorCode() == NO_SUCH_TABLE || e.getErrorCode() == UNKNOWN_SCHEMA;
  }

  /** Whether a lock could not be had: in time, at once, or without a deadlock. */
  public static boolean isLockFailure(SQLException e) {
    int number = e.getErrorCode();
    return number == LOCK_WAIT_TIMEOUT || number == DEADLOCK || number == LOCK_NOWAIT;
  }

  /**
   * What the server or the driver said, in one line and a half: the driver's own first line says
   * little where a connection fails, and the cause below it says why.
   */
  public static String text(SQLException e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String why =
        cause == e ? "" : " (" + cause.getClass().getSimpleName() + ": " + firstLine(cause) + ")";
    return firstLine(e).replaceFirst("[.]+$", "")
        + why
        + ", SQLSTATE "
        + e.getSQLState()
        + ", error "
        + e.getErrorCode()
        + ".";
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason given");
  }

  /** Whether the account may not do what the statement asked for. */
  public static boolean isAccessDenied(SQLException e) {
    int number = e.getErrorCode();
    return number == TABLE_ACCESS_DENIED
        || number == SPECIFIC_ACCESS_DENIED
        || number == XA_RESOURCE_MANAGER;
  }
}
