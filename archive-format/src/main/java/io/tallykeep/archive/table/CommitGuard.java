package io.tallykeep.archive.table;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A condition a commit depends on, such as a freeze number that is still the day's. It is evaluated
 * in the very transaction that moves the pointer, before the pointer's row is locked, and again on
 * every retry.
 */
@FunctionalInterface
public interface CommitGuard {
  /** A commit that depends on nothing but the pointer. */
  CommitGuard NONE = connection -> true;

  /**
   * Evaluates the condition. Rows read {@code FOR SHARE} or {@code FOR UPDATE} stay locked until
   * the pointer has moved, so the condition holds at that moment.
   *
   * @param connection in a READ COMMITTED transaction on the control schema's server; the guard
   *     must neither end it nor change its settings, and must not run DDL
   * @return false to refuse: nothing moves
   * @throws SQLException if it can't be evaluated: nothing moves
   */
  boolean holds(Connection connection) throws SQLException;
}
