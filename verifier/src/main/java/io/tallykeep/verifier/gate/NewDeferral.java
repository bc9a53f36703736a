package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** The deferral of an event whose row this transaction has inserted. */
final class NewDeferral implements Deferring {
  private final GateContext context;
  private final GateEvent event;
  private final EventRow row;

  NewDeferral(GateContext context, GateEvent event, EventRow row) {
    this.context = context;
    this.event = event;
    this.row = row;
  }

  @Override
  public Optional<String> defer(Connection connection, String waitsFor) throws SQLException {
    Optional<Deferral> deferral = event.deferral();
    if (deferral.isPresent()) {
      row.update(connection, deferral.get().columns());
      new DeferredTable(context.settings())
          .insert(connection, context.key(event), event.payloadHash(), deferral.get(), waitsFor);
    }
    return deferral.map(Deferral::owner);
  }

  /** The row was inserted with all its columns. */
  @Override
  public Map<String, Object> finalColumns() {
    return Map.of();
  }

  @Override
  public boolean rowWaits() {
    return false;
  }

  /** Nothing is deferred yet. */
  @Override
  public void settle(Connection connection) {}
}
