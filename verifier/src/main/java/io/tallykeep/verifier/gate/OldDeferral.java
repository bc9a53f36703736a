package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** The deferral of an event that was deferred before and is tried again. */
final class OldDeferral implements Deferring {
  private final DeferredTable table;
  private final EventKey key;
  private final Map<String, Object> finalColumns;
  private String owner = "";

  OldDeferral(GateContext context, GateEvent event) {
    this.table = new DeferredTable(context.settings());
    this.key = context.key(event);
    this.finalColumns = context.columns(event);
  }

  /** Locks it; false if there is none. */
  boolean lock(Connection connection) throws SQLException {
    Optional<DeferredTable.Kept> found = table.find(connection, key, RowLock.FOR_UPDATE);
    found.ifPresent(kept -> owner = kept.owner());
    return found.isPresent();
  }

  @Override
  public Optional<String> defer(Connection connection, String waitsFor) throws SQLException {
    table.stillWaits(connection, key, waitsFor);
    return Optional.of(owner);
  }

  /**
   * The row has its deferral's columns, its state among them, and perhaps another operation's key.
   */
  @Override
  public Map<String, Object> finalColumns() {
    return finalColumns;
  }

  @Override
  public boolean rowWaits() {
    return true;
  }

  @Override
  public void settle(Connection connection) throws SQLException {
    table.delete(connection, key);
  }
}
