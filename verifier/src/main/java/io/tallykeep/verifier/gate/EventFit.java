package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether an event, as its consumer made it, can be one of a dataset at all. */
final class EventFit {
  private EventFit() {}

  /**
   * @throws IllegalArgumentException if it can't; says what to change
   */
  static void require(Dataset dataset, GateEvent event) {
    if (event.identity().size() != dataset.identity().size()) {
      throw new IllegalArgumentException(
          "dataset "
              + dataset.name()
              + " has the identity "
              + dataset.identity()
              + ", but "
              + event.identity().size()
              + " values were given.");
    }
    requireNoneEmpty("identity", dataset.identity(), event.identity());
    if (dataset.payloadHash().isPresent() && event.payloadHash().length == 0) {
      throw new IllegalArgumentException(
          "dataset " + dataset.name() + " keeps a payload hash: give the event its own.");
    }
    List<Identifier> own = new ArrayList<>(dataset.identity());
    own.add(dataset.eventDay());
    dataset.payloadHash().ifPresent(own::add);
    Columns.requireNone("the event", event.columns(), own);
    event.operation().ifPresent(operation -> require(dataset, operation));
    event.deferral().ifPresent(deferral -> require(dataset, own, event, deferral));
  }

  private static void requireNoneEmpty(String what, List<Identifier> columns, List<String> values) {
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i).isEmpty()) {
        throw new IllegalArgumentException(
            "the "
                + what
                + "'s column "
                + columns.get(i)
                + " is empty: all that lack a value would be taken for one. Give it its value.");
      }
    }
  }

  private static void require(Dataset dataset, GateOperation operation) {
    BusinessKey businessKey =
        dataset
            .businessKey()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the event has an operation, but dataset "
                            + dataset.name()
                            + " has no business-key. Configure it."));
    if (businessKey.intent().isEmpty()) {
      throw new IllegalArgumentException(
          "the event has an operation, but the business-key of dataset "
              + dataset.name()
              + " has no intent: nothing would tell two requests apart. Configure the columns that"
              + " hold payee, amount and currency.");
    }
    if (operation.key().size() != businessKey.keyColumns().size()) {
      throw new IllegalArgumentException(
          "the operation's key has "
              + operation.key().size()
              + " values, the table "
              + businessKey.table()
              + " has the key "
              + businessKey.keyColumns()
              + ".");
    }
    requireNoneEmpty("operation", businessKey.keyColumns(), operation.key());
    for (Identifier column : businessKey.intent()) {
      if (!operation.intent().containsKey(column.value())) {
        throw new IllegalArgumentException(
            "the operation's intent lacks column " + column + " of " + businessKey.table() + ".");
      }
      Intent.requireComparable(column.value(), operation.intent().get(column.value()));
    }
    if (operation.intent().size() != businessKey.intent().size()) {
      throw new IllegalArgumentException(
          "the operation's intent has the columns "
              + operation.intent().keySet()
              + ", the dataset compares "
              + businessKey.intent()
              + ". Give the others as columns of the operation.");
    }
    Columns.requireNone("the operation", operation.columns(), businessKey.keyColumns());
    Columns.requireNone("the operation", operation.columns(), businessKey.intent());
  }

  private static void require(
      Dataset dataset, List<Identifier> own, GateEvent event, Deferral deferral) {
    Columns.requireNone("the deferral", deferral.columns(), own);
    Optional<LiveRows> liveRows = dataset.liveRows();
    if (liveRows.isEmpty()) {
      throw new IllegalArgumentException(
          "the event has a deferral, but dataset "
              + dataset.name()
              + " has no live-rows: a deferred event would be taken for done. Configure them.");
    }
    Object state = deferral.columns().get(liveRows.get().column().value());
    if (state == null || !liveRows.get().values().contains(state.toString())) {
      throw new IllegalArgumentException(
          "the deferral must set column "
              + liveRows.get().column()
              + " to one of "
              + liveRows.get().values()
              + ", so that the event is not taken for done.");
    }
    Object done = event.columns().get(liveRows.get().column().value());
    if (done == null || done.toString().equals(state.toString())) {
      throw new IllegalArgumentException(
          "the event has a deferral, but its own columns don't set column "
              + liveRows.get().column()
              + " to another state: once re-driven, its row would stay as deferred. Give it the state"
              + " of a row that is done.");
    }
  }
}
