package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What every attempt of a gate works with.
 *
 * @param settings the gate's settings
 * @param listener told how far an attempt has come
 * @param tables the columns of the dataset's tables
 */
record GateContext(GateSettings settings, GateListener listener, GateTables tables) {
  Dataset dataset() {
    return settings.dataset();
  }

  EventKey key(GateEvent event) {
    return EventKey.of(tables.schema(), event.identity(), event.eventDay());
  }

  /** The event's operation, as the table of business keys holds it. */
  Optional<OperationRow> operation(GateEvent event) {
    return event
        .operation()
        .map(
            asked ->
                new OperationRow(
                    dataset().businessKey().orElseThrow(), asked, tables.sharedResult()));
  }

  /** The inbox columns that hold the key of an event's operation; none if it asks for none. */
  List<Identifier> keyColumns(GateEvent event) {
    return event
        .operation()
        .flatMap(asked -> dataset().businessKey())
        .map(BusinessKey::columns)
        .orElse(List.of());
  }

  /** The columns of an event's row once it is done: its own, and its operation's key. */
  Map<String, Object> columns(GateEvent event) {
    Map<String, Object> key = new HashMap<>();
    List<Identifier> names = keyColumns(event);
    for (int i = 0; i < names.size(); i++) {
      key.put(names.get(i).value(), event.operation().orElseThrow().key().get(i));
    }
    return Columns.merged(event.columns(), key);
  }

  /** Whether a row in this state is live; never where the dataset has no live rows. */
  boolean isLive(Optional<String> state) {
    Optional<LiveRows> liveRows = dataset().liveRows();
    return liveRows.isPresent() && liveRows.get().isLive(state.orElse(null));
  }
}
