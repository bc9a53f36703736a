package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** What becomes of the deferral of an event, in the transaction that tries to apply it. */
interface Deferring {
  /**
   * Keeps the event for later. Whatever the effect wrote has been undone.
   *
   * @return the owner; empty if the event has no deferral, and nothing was kept
   */
  Optional<String> defer(Connection connection, String waitsFor) throws SQLException;

  /** Columns that the event's row gets with its completion and does not have yet. */
  Map<String, Object> finalColumns();

  /** Whether the row is in the state of a deferred event, which its completion must change. */
  boolean rowWaits();

  /** Notes that the event is not deferred any more. */
  void settle(Connection connection) throws SQLException;
}
