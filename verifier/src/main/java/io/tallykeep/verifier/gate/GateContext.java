package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.LiveRows;
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

  /** Whether a row in this state is live; never where the dataset has no live rows. */
  boolean isLive(Optional<String> state) {
    Optional<LiveRows> liveRows = dataset().liveRows();
    return liveRows.isPresent() && liveRows.get().isLive(state.orElse(null));
  }
}
