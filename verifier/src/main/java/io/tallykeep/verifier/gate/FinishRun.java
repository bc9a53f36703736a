package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.verifier.gate.FinishOutcome.Finished;
import io.tallykeep.verifier.gate.FinishOutcome.NoRow;
import io.tallykeep.verifier.gate.FinishOutcome.NotLive;
import io.tallykeep.verifier.gate.FinishOutcome.RetryExhausted;
import io.tallykeep.verifier.gate.FinishOutcome.Undecidable;
import io.tallykeep.verifier.gate.GateTransactions.End;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Completes a live row in whichever table holds it. Thread-safe. */
final class FinishRun {
  private final GateSettings settings;
  private final GateTransactions transactions;

  FinishRun(GateSettings settings, GateTransactions transactions) {
    this.settings = settings;
    this.transactions = transactions;
  }

  /** One call. */
  record Request(List<String> identity, LocalDate eventDay, Map<String, Object> columns) {
    Request {
      identity = List.copyOf(identity);
      columns = Columns.copyOf(columns);
    }
  }

  FinishOutcome run(Connections connections, Request request) {
    requireFits(settings.dataset(), request);
    transactions.require(
        connections, tables -> EventShape.objection(tables, "finish", request.columns()));
    String lastError = "";
    for (int attempt = 1; attempt <= settings.attempts(); attempt++) {
      End<FinishOutcome> end =
          transactions.run(connections, (context, session) -> finish(context, session, request));
      if (end instanceof End.Answered<FinishOutcome> answered) {
        return answered.value();
      }
      if (end instanceof End.Unsuitable<FinishOutcome> unsuitable) {
        return new Undecidable(UndecidableReason.UNSUITABLE_SESSION, unsuitable.why());
      }
      End.Failed<FinishOutcome> failed = (End.Failed<FinishOutcome>) end;
      lastError = SqlFailure.describe(failed.error());
      if (SqlFailure.of(failed.error()).isPermanent()) {
        return new Undecidable(UndecidableReason.DATABASE_ERROR, lastError);
      }
      if (failed.connectionBroken() && !connections.surviveBreak()) {
        return new RetryExhausted(lastError, attempt);
      }
      Pauses.after(attempt);
    }
    return new RetryExhausted(lastError, settings.attempts());
  }

  private static void requireFits(Dataset dataset, Request request) {
    LiveRows liveRows =
        dataset
            .liveRows()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "dataset " + dataset.name() + " has no live-rows: nothing to finish."));
    List<Identifier> own = new ArrayList<>(dataset.identity());
    own.add(dataset.eventDay());
    dataset.payloadHash().ifPresent(own::add);
    Columns.requireNone("finish", request.columns(), own);
    Object state = request.columns().get(liveRows.column().value());
    if (state == null || liveRows.isLive(state.toString())) {
      throw new IllegalArgumentException(
          "finish must set column "
              + liveRows.column()
              + " to a value that is not among "
              + liveRows.values()
              + ".");
    }
  }

  private FinishOutcome finish(GateContext context, GateSession session, Request request)
      throws SQLException {
    EventKey key = EventKey.of(context.tables().schema(), request.identity(), request.eventDay());
    LedgerReading reading =
        DayLedger.readForShare(
            session.forNextStatement(),
            LedgerKey.of(settings.controlSchema(), settings.dataset()),
            request.eventDay());
    Optional<String> refusal = LedgerFence.noWrites(reading);
    if (refusal.isPresent()) {
      return new Undecidable(
          reading.mayLag() ? UndecidableReason.READ_ONLY_SERVER : UndecidableReason.NOT_COVERED,
          key + ": " + refusal.get());
    }
    Optional<LiveRow> found = LiveRow.lock(session, key);
    if (found.isEmpty()) {
      return new NoRow();
    }
    EventRow.Found row = found.get().found();
    if (!context.isLive(row.state())) {
      return new NotLive(row.state().orElse("NULL"));
    }
    found.get().row().update(session.forNextStatement(), request.columns());
    new DeferredTable(settings).delete(session.forNextStatement(), key);
    session.commit();
    return new Finished(found.get().row().where());
  }
}
