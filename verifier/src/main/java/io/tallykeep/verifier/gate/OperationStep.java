package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.Conflict.Subject;
import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Enters the event's operation into the transaction, or finds that another event has done so
 * before.
 */
final class OperationStep {
  private final GateContext context;
  private final GateSession session;
  private final EventRow row;
  private final Map<String, Object> finalColumns;

  /**
   * @param finalColumns columns the row gets once it is done
   */
  OperationStep(
      GateContext context, GateSession session, EventRow row, Map<String, Object> finalColumns) {
    this.context = context;
    this.session = session;
    this.row = row;
    this.finalColumns = finalColumns;
  }

  /**
   * Inserts the operation.
   *
   * @return empty if it is new; else the answer. A DUPLICATE is still to be committed, with the
   *     event's row, which then holds the operation's result; any other answer is to be rolled back
   * @throws SQLException 1062 if somebody else has inserted it since it was looked for
   */
  Optional<AttemptEnd> run(OperationRow operation) throws SQLException {
    Connection connection = session.forNextStatement();
    Optional<OperationRow.Found> found = operation.find(connection);
    if (found.isEmpty()) {
      try {
        operation.insert(session.forNextStatement());
      } catch (SQLException e) {
        return Optional.of(
            AttemptEnd.notStored(
                EffectFailure.EVENT_NOT_STORABLE, "operation " + operation.describeKey(), e));
      }
      return Optional.empty();
    }
    return Optional.of(known(operation, found.get()));
  }

  private AttemptEnd known(OperationRow operation, OperationRow.Found found) throws SQLException {
    if (!found.exact()) {
      return new AttemptEnd.Decided(
          new Undecidable(
              UndecidableReason.AMBIGUOUS_IDENTITY,
              "operation "
                  + operation.describeKey()
                  + ": a key column's collation or type calls it equal to another operation's key."
                  + " Give the table of business keys binary collations."));
    }
    if (!found.sameIntent()) {
      return new AttemptEnd.Conflicting(
          new Conflict(Subject.OPERATION, found.intent(), operation.offeredIntent()),
          operation.describeKey());
    }
    BusinessKey businessKey = context.dataset().businessKey().orElseThrow();
    if (found.status().isEmpty() || businessKey.undecided().contains(found.status().get())) {
      return new AttemptEnd.Decided(new InProgress(found.status().orElse("NULL")));
    }
    return duplicate(found, found.status().get(), businessKey);
  }

  private AttemptEnd duplicate(OperationRow.Found found, String status, BusinessKey businessKey)
      throws SQLException {
    Map<String, Object> columns = new LinkedHashMap<>(finalColumns);
    found.result().forEach((name, value) -> columns.put(name, value.orElse(null)));
    row.update(session.forNextStatement(), columns);
    Optional<String> state =
        row.read(session.forNextStatement(), RowLock.NONE).flatMap(EventRow.Found::state);
    Optional<LiveRows> liveRows = context.dataset().liveRows();
    if (liveRows.isPresent() && context.isLive(state)) {
      // The operation is done, so the event's row must not stay unfinished.
      if (liveRows.get().isLive(status)) {
        return new AttemptEnd.Decided(new InProgress(status));
      }
      row.update(session.forNextStatement(), Map.of(liveRows.get().column().value(), status));
    }
    Map<String, Optional<String>> result = new LinkedHashMap<>();
    result.put(businessKey.statusColumn().value(), Optional.of(status));
    found.result().forEach((name, value) -> result.put(name, value.map(Intent::text)));
    return new AttemptEnd.Decided(new Duplicate(result));
  }
}
