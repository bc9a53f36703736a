package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.BeyondWindow;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One attempt to apply a deferred event, in one transaction: ledger row, the event's live row
 * wherever it is, its deferral, then what every attempt does.
 *
 * <p>A row that is live without being deferred is somebody else's to finish: IN_PROGRESS. Whoever
 * touches the deferral has locked the event's row before, so that two re-drives of one event come
 * one after the other.
 */
final class Redrive {
  private final GateContext context;
  private final GateSession session;
  private final GateEvent event;

  Redrive(GateContext context, GateSession session, GateEvent event) {
    this.context = context;
    this.session = session;
    this.event = event;
  }

  /** Runs the attempt; as {@link Attempt#run}. */
  AttemptEnd run(Effect effect) throws SQLException {
    context.listener().at(GatePoint.BEGUN);
    LedgerReading reading = Attempt.readLedger(context, session, event);
    Optional<String> refusal = LedgerFence.noWrites(reading);
    if (refusal.isPresent()) {
      return new AttemptEnd.Again(refusal.get());
    }
    LedgerDay day = reading.day().orElseThrow();
    if (day.progress() == Progress.EXPIRED) {
      return new AttemptEnd.Decided(new BeyondWindow());
    }
    context.listener().at(GatePoint.LEDGER_READ);

    Optional<LiveRow> found = LiveRow.lock(session, context.key(event));
    if (found.isEmpty() || !context.isLive(found.get().found().state())) {
      return new AttemptEnd.Again("the event has no live row to re-drive");
    }
    if (!found.get().found().hasHash(event.payloadHash())
        && context.dataset().payloadHash().isPresent()) {
      return new AttemptEnd.Conflicting(
          Conflict.ofEvent(
              found.get().found().payloadHash().map(HexFormat.of()::formatHex).orElse("NULL"),
              event),
          "");
    }
    Connection connection = session.forNextStatement();
    OldDeferral deferral = new OldDeferral(context, event);
    if (!deferral.lock(connection)) {
      return new AttemptEnd.Decided(new InProgress(found.get().found().state().orElse("NULL")));
    }
    context.listener().at(GatePoint.ROW_INSERTED);
    EventRow row = found.get().row();
    return new EffectStep(context, session, event, row, deferral).run(effect, day.epoch());
  }
}
