package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.verifier.gate.AttemptEnd.Conflicting;
import io.tallykeep.verifier.gate.GateOutcome.BeyondWindow;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.Deferred;
import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.RetryExhausted;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.gate.GateTransactions.Body;
import io.tallykeep.verifier.gate.GateTransactions.End;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.Answer.Unseen;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts for one event: adjudicate, try, and adjudicate again after anything that left it
 * open. Thread-safe.
 */
final class GateRun {
  private static final Logger LOG = LoggerFactory.getLogger(GateRun.class);

  private final Adjudicator adjudicator;
  private final GateSettings settings;
  private final GateListener listener;
  private final GateTransactions transactions;
  private final ConflictLog conflicts;

  GateRun(
      Adjudicator adjudicator,
      GateSettings settings,
      GateListener listener,
      GateTransactions transactions) {
    this.adjudicator = adjudicator;
    this.settings = settings;
    this.listener = listener;
    this.transactions = transactions;
    this.conflicts = new ConflictLog(settings.controlSchema(), settings.dataset());
  }

  /** Which events an effect is run for. */
  enum Purpose {
    /** Those that are not on record. */
    APPLY,
    /** Those too that are on record as deferred. */
    REDRIVE
  }

  /** One call. */
  record Request(GateEvent event, Effect effect, Purpose purpose) {}

  GateOutcome run(Connections connections, Request request) {
    GateEvent event = request.event();
    EventFit.require(dataset(), event);
    requireShape(connections, event, request.purpose());
    String lastError = "";
    int attempt = 0;
    boolean connected = true;
    while (attempt < settings.attempts() && connected) {
      attempt++;
      Answer answer = adjudicate(event);
      listener.at(GatePoint.ADJUDICATED);
      Optional<Body<AttemptEnd>> body = body(request, answer);
      if (body.isEmpty()) {
        if (request.purpose() == Purpose.REDRIVE && answer instanceof Answer.Duplicate) {
          onDeferral(connections, event, DeferredTable::delete);
        }
        return outcome(connections, event, answer);
      }
      if (attempt == 1 && answer instanceof Answer.InProgress) {
        onDeferral(connections, event, DeferredTable::tried);
      }
      End<AttemptEnd> end = transactions.run(connections, body.get());
      if (end instanceof End.Unsuitable<AttemptEnd> unsuitable) {
        return new Undecidable(UndecidableReason.UNSUITABLE_SESSION, unsuitable.why());
      }
      Optional<GateOutcome> decided = decided(connections, event, end);
      if (decided.isPresent()) {
        return decided.get();
      }
      if (end instanceof End.Failed<AttemptEnd> failed
          && SqlFailure.of(failed.error()).isPermanent()) {
        return new Undecidable(
            UndecidableReason.DATABASE_ERROR, SqlFailure.describe(failed.error()));
      }
      lastError = why(end);
      connected = connections.surviveBreak() || !broken(end);
      Pauses.after(attempt);
    }
    return afterTheLast(connections, event, new RetryExhausted(lastError, attempt));
  }

  /** As {@link EventFit#require}, for what only the tables tell. */
  void requireShape(Connections connections, GateEvent event, Purpose purpose) {
    transactions.require(connections, tables -> EventShape.objection(tables, event, purpose));
  }

  private Dataset dataset() {
    return settings.dataset();
  }

  private Answer adjudicate(GateEvent event) {
    Optional<byte[]> hash = dataset().payloadHash().map(column -> event.payloadHash());
    return adjudicator
        .adjudicate(
            new Query(dataset().name(), event.identity(), Optional.of(event.eventDay()), hash))
        .answer();
  }

  /** What to try, by what is known of the event; empty if that decides. */
  private static Optional<Body<AttemptEnd>> body(Request request, Answer answer) {
    if (answer instanceof Unseen unseen) {
      return Optional.of(
          (context, session) ->
              new Attempt(context, session, request.event()).run(unseen, request.effect()));
    }
    if (answer instanceof Answer.InProgress && request.purpose() == Purpose.REDRIVE) {
      return Optional.of(
          (context, session) ->
              new Redrive(context, session, request.event()).run(request.effect()));
    }
    return Optional.empty();
  }

  /** A statement on an event's deferral. */
  @FunctionalInterface
  private interface DeferralChange {
    void on(DeferredTable table, Connection connection, EventKey key) throws SQLException;
  }

  /**
   * Changes an event's deferral in a transaction of its own, which the outcome doesn't depend on:
   * the next re-drive does it as well.
   */
  private void onDeferral(Connections connections, GateEvent event, DeferralChange change) {
    End<Boolean> end =
        transactions.run(
            connections,
            (context, session) -> {
              change.on(
                  new DeferredTable(settings), session.forNextStatement(), context.key(event));
              session.commit();
              return true;
            });
    if (!(end instanceof End.Answered<Boolean>)) {
      LOG.warn("The deferral of {} could not be changed: {}", event.identity(), end);
    }
  }

  private Optional<GateOutcome> decided(
      Connections connections, GateEvent event, End<AttemptEnd> end) {
    if (!(end instanceof End.Answered<AttemptEnd> answered)) {
      return Optional.empty();
    }
    if (answered.value() instanceof AttemptEnd.Decided decided) {
      return Optional.of(decided.outcome());
    }
    return answered.value() instanceof Conflicting conflict
        ? Optional.of(kept(connections, event, conflict))
        : Optional.empty();
  }

  private static String why(End<AttemptEnd> end) {
    if (end instanceof End.Answered<AttemptEnd> answered
        && answered.value() instanceof AttemptEnd.Again again) {
      return again.why();
    }
    return end instanceof End.Failed<AttemptEnd> failed
        ? SqlFailure.describe(failed.error())
        : end.toString();
  }

  private static boolean broken(End<AttemptEnd> end) {
    return end instanceof End.Answered<AttemptEnd> answered
        ? answered.connectionBroken()
        : end instanceof End.Failed<AttemptEnd> failed && failed.connectionBroken();
  }

  /** One look more: the last attempt may have been committed without an answer. */
  private GateOutcome afterTheLast(
      Connections connections, GateEvent event, RetryExhausted exhausted) {
    Answer answer = adjudicate(event);
    return answer instanceof Unseen || answer instanceof Answer.Undecidable
        ? exhausted
        : outcome(connections, event, answer);
  }

  /** What an answer other than UNSEEN means for the caller. */
  private GateOutcome outcome(Connections connections, GateEvent event, Answer answer) {
    if (answer instanceof Answer.Duplicate duplicate) {
      return new Duplicate(duplicate.result());
    }
    if (answer instanceof Answer.Conflict conflict) {
      return kept(
          connections,
          event,
          new Conflicting(Conflict.ofEvent(conflict.recordedHash(), event), ""));
    }
    if (answer instanceof Answer.InProgress inProgress) {
      return deferred(connections, event).orElse(new InProgress(inProgress.state()));
    }
    if (answer instanceof Answer.Undecidable undecidable) {
      return new Undecidable(undecidable.reason(), undecidable.detail());
    }
    return new BeyondWindow();
  }

  /**
   * What a live event waits for, if it is a deferred one: that is on record with all that is needed
   * to apply it, so an offset may move past it again, to what it waits for.
   */
  private Optional<GateOutcome> deferred(Connections connections, GateEvent event) {
    End<Optional<DeferredTable.Kept>> end =
        transactions.run(
            connections,
            (context, session) ->
                new DeferredTable(settings)
                    .find(session.forNextStatement(), context.key(event), RowLock.NONE));
    if (!(end instanceof End.Answered<Optional<DeferredTable.Kept>> answered)) {
      return Optional.empty();
    }
    return answered
        .value()
        .map(
            kept ->
                Arrays.equals(kept.payloadHash(), event.payloadHash())
                    ? new Deferred(kept.waitsFor(), kept.owner())
                    : kept(connections, event, differing(kept, event)));
  }

  private static Conflicting differing(DeferredTable.Kept kept, GateEvent event) {
    return new Conflicting(
        Conflict.ofEvent(HexFormat.of().formatHex(kept.payloadHash()), event), "");
  }

  /** A conflict is an answer once it is kept. */
  private GateOutcome kept(Connections connections, GateEvent event, Conflicting found) {
    String why = "";
    for (int attempt = 1; attempt <= settings.attempts(); attempt++) {
      End<GateOutcome> end =
          transactions.run(
              connections,
              (context, session) -> {
                conflicts.keep(
                    session.forNextStatement(), event, found.conflict(), found.operation());
                session.commit();
                return found.conflict();
              });
      if (end instanceof End.Answered<GateOutcome> answered) {
        return answered.value();
      }
      if (end instanceof End.Unsuitable<GateOutcome> unsuitable) {
        return new Undecidable(UndecidableReason.UNSUITABLE_SESSION, unsuitable.why());
      }
      End.Failed<GateOutcome> failed = (End.Failed<GateOutcome>) end;
      why = SqlFailure.describe(failed.error());
      if (failed.connectionBroken() && !connections.surviveBreak()) {
        break;
      }
      Pauses.after(attempt);
    }
    return new Undecidable(
        UndecidableReason.DATABASE_ERROR,
        "the event is a conflict ("
            + found.conflict()
            + "), but that could not be kept for a person: "
            + why
            + ". Send it again.");
  }
}
