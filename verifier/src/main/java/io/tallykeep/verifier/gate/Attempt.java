package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.BeyondWindow;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Answer.Unseen;
import io.tallykeep.verifier.lookup.Where;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One attempt to apply an event that a look-up called unseen, in one transaction (architecture,
 * section 5.3; the argument is in docs/protocols-gate.md).
 *
 * <p>Locks are taken in this order everywhere: ledger, inbox or late table, operation.
 */
final class Attempt {
  private final GateContext context;
  private final GateSession session;
  private final GateEvent event;

  Attempt(GateContext context, GateSession session, GateEvent event) {
    this.context = context;
    this.session = session;
    this.event = event;
  }

  /**
   * Runs the attempt. Unless it committed, its transaction is still open and the session's close
   * rolls it back.
   *
   * @param verdict what the look-up said
   * @throws SQLException if a statement of the gate's own failed, or the COMMIT's answer is unknown
   */
  AttemptEnd run(Unseen verdict, Effect effect) throws SQLException {
    context.listener().at(GatePoint.BEGUN);
    LedgerReading reading = readLedger(context, session, event);
    Optional<String> broken = LedgerFence.broken(verdict, reading);
    if (broken.isPresent()) {
      return new AttemptEnd.Again(broken.get());
    }
    LedgerDay day = reading.day().orElseThrow();
    if (day.progress() == Progress.EXPIRED) {
      return new AttemptEnd.Decided(new BeyondWindow());
    }
    context.listener().at(GatePoint.LEDGER_READ);

    Where where = day.progress() == Progress.ONLINE ? Where.ONLINE : Where.LATE;
    EventRow row = new EventRow(context.key(event), where);
    try {
      row.insert(session.forNextStatement(), event.payloadHash(), context.columns(event));
    } catch (SQLException e) {
      return AttemptEnd.notStored(
          EffectFailure.EVENT_NOT_STORABLE, "the row of " + context.key(event), e);
    }
    context.listener().at(GatePoint.ROW_INSERTED);

    return new EffectStep(context, session, event, row, new NewDeferral(context, event, row))
        .run(effect, day.epoch());
  }

  /** The day's ledger row, locked against changes until the transaction ends. */
  static LedgerReading readLedger(GateContext context, GateSession session, GateEvent event)
      throws SQLException {
    return DayLedger.readForShare(
        session.forNextStatement(),
        LedgerKey.of(context.settings().controlSchema(), context.dataset()),
        event.eventDay());
  }
}
