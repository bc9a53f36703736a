package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.verifier.gate.EffectResult.Done;
import io.tallykeep.verifier.gate.EffectResult.NotApplicableYet;
import io.tallykeep.verifier.gate.EffectResult.Rejected;
import io.tallykeep.verifier.gate.EffectResult.Stale;
import io.tallykeep.verifier.gate.GateOutcome.Applied;
import io.tallykeep.verifier.gate.GateOutcome.Deferred;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The second half of a transaction, when the event's row is in it: the operation, the effect, the
 * checks and the COMMIT.
 *
 * <p>A savepoint is set before the first of them. It is how what they wrote is undone while the
 * event's row stays, and, since a savepoint ends with its transaction, it is the server's own word
 * that the transaction is still the one that holds the row.
 */
final class EffectStep {
  /** ER_SP_DOES_NOT_EXIST. */
  private static final int NO_SUCH_SAVEPOINT = 1305;

  private final GateContext context;
  private final GateSession session;
  private final GateEvent event;
  private final EventRow row;
  private final Deferring deferring;
  private final String savepoint = "`tk_gate_" + UUID.randomUUID() + "`";

  EffectStep(
      GateContext context,
      GateSession session,
      GateEvent event,
      EventRow row,
      Deferring deferring) {
    this.context = context;
    this.session = session;
    this.event = event;
    this.row = row;
    this.deferring = deferring;
  }

  /**
   * Runs it to the COMMIT, or to the reason why there is none.
   *
   * @param epoch the day's epoch, whose row is locked
   */
  AttemptEnd run(Effect effect, long epoch) throws SQLException {
    session.execute("SAVEPOINT " + savepoint);
    Optional<OperationRow> operation = context.operation(event);
    if (operation.isPresent()) {
      Optional<AttemptEnd> known =
          new OperationStep(context, session, row, deferring.finalColumns()).run(operation.get());
      if (known.isPresent()) {
        return known.get() instanceof AttemptEnd.Decided decided
                && decided.outcome() instanceof GateOutcome.Duplicate
            ? settle(decided.outcome())
            : known.get();
      }
    }
    EffectCall.Ended ended = EffectCall.run(session, effect);
    context.listener().at(GatePoint.EFFECT_DONE);
    if (ended instanceof EffectCall.Ended.Failed failed) {
      return new AttemptEnd.Decided(failed.outcome());
    }
    if (ended instanceof EffectCall.Ended.Repeatable repeatable) {
      return AttemptEnd.Again.after(repeatable.error());
    }
    EffectResult result = ((EffectCall.Ended.Answered) ended).result();
    if (result instanceof Rejected rejected) {
      return new AttemptEnd.Decided(new EffectFailed(rejected.code(), rejected.detail()));
    }
    if (result instanceof Done done) {
      return done(done, operation, epoch);
    }
    if (result instanceof Stale stale) {
      return stale(stale);
    }
    return notApplicableYet((NotApplicableYet) result);
  }

  private AttemptEnd done(Done done, Optional<OperationRow> operation, long epoch)
      throws SQLException {
    Optional<EffectFailed> refused = refusedColumns(done.columns());
    if (refused.isEmpty()) {
      refused = end("RELEASE SAVEPOINT ");
    }
    if (refused.isPresent()) {
      return new AttemptEnd.Decided(refused.get());
    }
    Map<String, Object> columns = Columns.merged(deferring.finalColumns(), done.columns());
    if (deferring.rowWaits() && !setsState(columns)) {
      return leftLive();
    }
    try {
      row.update(session.forNextStatement(), columns);
      if (operation.isPresent()) {
        operation
            .get()
            .keepResult(
                session.forNextStatement(), Columns.merged(event.columns(), done.columns()));
      }
    } catch (SQLException e) {
      return resultNotStored(e);
    }
    if (operation.isPresent() && !isKept(operation.get())) {
      return operationChanged(operation.get());
    }
    return settle(new Applied(row.where(), epoch));
  }

  private AttemptEnd resultNotStored(SQLException error) throws SQLException {
    return AttemptEnd.notStored(
        EffectFailure.RESULT_NOT_STORABLE,
        "the effect's result for the row of " + context.key(event),
        error);
  }

  private boolean setsState(Map<String, Object> columns) {
    return context.dataset().liveRows().map(LiveRows::column).stream()
        .anyMatch(state -> columns.get(state.value()) != null);
  }

  private AttemptEnd leftLive() {
    return new AttemptEnd.Decided(
        EffectFailed.of(
            EffectFailure.LEFT_LIVE,
            "the row of "
                + context.key(event)
                + " would stay live, and its day online. Give the event, or the effect's result, the"
                + " state of a row that is done."));
  }

  /** Whether the next event with this operation will find it, with its key and intent exactly. */
  private boolean isKept(OperationRow operation) throws SQLException {
    return operation
        .find(session.forNextStatement())
        .filter(found -> found.exact() && found.sameIntent())
        .isPresent();
  }

  private static AttemptEnd operationChanged(OperationRow operation) {
    return new AttemptEnd.Decided(
        EffectFailed.of(
            EffectFailure.OWN_ROW_CHANGED,
            "operation "
                + operation.describeKey()
                + " ("
                + operation.offeredIntent()
                + ") is not in the transaction as it was asked for: the effect changed it, or the"
                + " table or the connection's character set can't hold it exactly."));
  }

  private AttemptEnd stale(Stale stale) throws SQLException {
    Optional<EffectFailed> refused = refusedColumns(stale.columns());
    if (refused.isEmpty()) {
      refused = keyNotNullable();
    }
    if (refused.isEmpty()) {
      refused = end("ROLLBACK TO SAVEPOINT ");
    }
    if (refused.isPresent()) {
      return new AttemptEnd.Decided(refused.get());
    }
    Map<String, Object> columns = Columns.merged(deferring.finalColumns(), stale.columns());
    try {
      row.update(session.forNextStatement(), Columns.merged(columns, noKey()));
    } catch (SQLException e) {
      return resultNotStored(e);
    }
    return settle(new GateOutcome.Stale(stale.detail(), row.where()));
  }

  /** A row whose operation was rolled back must not name it: archiving would wait for it. */
  private Map<String, Object> noKey() {
    Map<String, Object> none = new HashMap<>();
    context.keyColumns(event).forEach(column -> none.put(column.value(), null));
    return none;
  }

  private Optional<EffectFailed> keyNotNullable() {
    ArchiveSchema schema = context.tables().schema();
    return context.keyColumns(event).stream()
        .filter(column -> schema.column(schema.indexOf(column)).required())
        .findFirst()
        .map(
            column ->
                EffectFailed.of(
                    EffectFailure.KEY_NOT_NULLABLE,
                    "the event is stale and its operation is not kept, but column "
                        + column
                        + " of its row can't be NULL, so that the row would name an operation that"
                        + " does not exist. Make it nullable."));
  }

  private AttemptEnd notApplicableYet(NotApplicableYet result) throws SQLException {
    Optional<EffectFailed> refused = end("ROLLBACK TO SAVEPOINT ");
    if (refused.isPresent()) {
      return new AttemptEnd.Decided(refused.get());
    }
    Optional<String> owner;
    try {
      owner = deferring.defer(session.forNextStatement(), result.waitsFor());
    } catch (SQLException e) {
      return AttemptEnd.notStored(
          EffectFailure.EVENT_NOT_STORABLE, "the deferral of " + context.key(event), e);
    }
    return owner.isPresent()
        ? commit(new Deferred(result.waitsFor(), owner.get()))
        : new AttemptEnd.Decided(
            EffectFailed.of(EffectFailure.NOT_APPLICABLE_YET, "waits for " + result.waitsFor()));
  }

  private AttemptEnd settle(GateOutcome outcome) throws SQLException {
    deferring.settle(session.forNextStatement());
    return commit(outcome);
  }

  /** Uses the savepoint up; tells if it is gone, and with it the transaction that set it. */
  private Optional<EffectFailed> end(String statement) throws SQLException {
    try {
      session.execute(statement + savepoint);
      return Optional.empty();
    } catch (SQLException e) {
      if (e.getErrorCode() != NO_SUCH_SAVEPOINT) {
        throw e;
      }
      return Optional.of(
          EffectFailed.of(
              EffectFailure.TRANSACTION_ENDED,
              "the effect ended the transaction it was given: the savepoint set before it is gone."
                  + " What it committed itself stays. Find the way by which it reached COMMIT or"
                  + " ROLLBACK."));
    }
  }

  private Optional<EffectFailed> refusedColumns(Map<String, Object> columns) {
    List<Identifier> own = new ArrayList<>(context.dataset().identity());
    own.add(context.dataset().eventDay());
    context.dataset().payloadHash().ifPresent(own::add);
    own.addAll(context.keyColumns(event));
    return own.stream()
        .filter(column -> columns.containsKey(column.value()))
        .findFirst()
        .map(
            column ->
                EffectFailed.of(
                    EffectFailure.OWN_ROW_CHANGED,
                    "the effect's result sets column "
                        + column
                        + ", which the event itself gives."));
  }

  private AttemptEnd commit(GateOutcome outcome) throws SQLException {
    Connection connection = session.forNextStatement();
    Optional<EventRow.Found> own =
        row.read(connection, RowLock.NONE)
            .filter(
                found ->
                    context.dataset().payloadHash().isEmpty()
                        || found.hasHash(event.payloadHash()));
    if (own.isEmpty()) {
      return new AttemptEnd.Decided(
          EffectFailed.of(
              EffectFailure.OWN_ROW_CHANGED,
              "the row of "
                  + context.key(event)
                  + " is not in the transaction any more with its identity, day and payload hash."));
    }
    if (outcome instanceof GateOutcome.Stale && context.isLive(own.get().state())) {
      return leftLive();
    }
    if (session.limit().isOver()) {
      return new AttemptEnd.Decided(
          EffectFailed.of(
              EffectFailure.TIME_LIMIT,
              "the transaction lasted longer than "
                  + session.limit().limit().toMillis()
                  + " ms, the most it may."));
    }
    context.listener().at(GatePoint.BEFORE_COMMIT);
    session.commit();
    context.listener().at(GatePoint.COMMITTED);
    return new AttemptEnd.Decided(outcome);
  }
}
