package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.BeyondWindow;
import io.tallykeep.verifier.gate.GateOutcome.Conflict;
import io.tallykeep.verifier.gate.GateOutcome.Duplicate;
import io.tallykeep.verifier.gate.GateOutcome.InProgress;
import io.tallykeep.verifier.gate.GateOutcome.RetryExhausted;
import io.tallykeep.verifier.gate.GateOutcome.Undecidable;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.Answer;
import io.tallykeep.verifier.lookup.Answer.Unseen;
import io.tallykeep.verifier.lookup.Query;
import io.tallykeep.verifier.lookup.UndecidableReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The attempts for one event: adjudicate, try, and adjudicate again after anything that left it
 * open. Thread-safe.
 */
final class GateRun {
  private static final int LONGEST_PAUSE_MILLIS = 50;

  private final Adjudicator adjudicator;
  private final GateSettings settings;
  private final GateListener listener;
  private final ConflictLog conflicts;
  private final AtomicReference<@Nullable GateTables> knownTables = new AtomicReference<>();

  GateRun(Adjudicator adjudicator, GateSettings settings, GateListener listener) {
    this.adjudicator = adjudicator;
    this.settings = settings;
    this.listener = listener;
    this.conflicts = new ConflictLog(settings.controlSchema(), settings.dataset());
  }

  /** Checks that the event is one of this dataset. */
  void requireFits(GateEvent event) {
    EventFit.require(settings.dataset(), event);
  }

  GateOutcome apply(Connections connections, GateEvent event, Effect effect) {
    requireFits(event);
    String lastError = "";
    for (int attempt = 1; attempt <= settings.attempts(); attempt++) {
      Answer answer = adjudicate(event);
      listener.at(GatePoint.ADJUDICATED);
      if (!(answer instanceof Unseen unseen)) {
        return outcome(connections, event, answer);
      }
      Tried tried = attempt(connections, event, unseen, effect);
      if (tried.end() instanceof AttemptEnd.Decided decided) {
        return decided.outcome();
      }
      if (tried.end() instanceof AttemptEnd.OperationConflict conflict) {
        return kept(connections, event, conflict);
      }
      lastError = ((AttemptEnd.Again) tried.end()).why();
      if (tried.connectionBroken() && !connections.surviveBreak()) {
        return afterTheLast(connections, event, lastError, attempt);
      }
      pause(attempt);
    }
    return afterTheLast(connections, event, lastError, settings.attempts());
  }

  /** How an attempt ended, and whether its connection did too. */
  private record Tried(AttemptEnd end, boolean connectionBroken) {}

  /** One look more: the last attempt may have been committed without an answer. */
  private GateOutcome afterTheLast(
      Connections connections, GateEvent event, String lastError, int attempts) {
    Answer answer = adjudicate(event);
    return answer instanceof Unseen || answer instanceof Answer.Undecidable
        ? new RetryExhausted(lastError, attempts)
        : outcome(connections, event, answer);
  }

  private Answer adjudicate(GateEvent event) {
    Optional<byte[]> hash = settings.dataset().payloadHash().map(column -> event.payloadHash());
    return adjudicator
        .adjudicate(
            new Query(
                settings.dataset().name(), event.identity(), Optional.of(event.eventDay()), hash))
        .answer();
  }

  private Tried attempt(Connections connections, GateEvent event, Unseen verdict, Effect effect) {
    Connection connection;
    try {
      connection = connections.next();
    } catch (SQLException e) {
      return new Tried(AttemptEnd.Again.after(e), true);
    }
    try {
      return attempt(connection, event, verdict, effect);
    } finally {
      connections.done(connection);
    }
  }

  private Tried attempt(Connection connection, GateEvent event, Unseen verdict, Effect effect) {
    GateSession session;
    GateTables tables;
    try {
      SessionState.requireOutsideTransaction(connection);
      tables = tables(connection);
      session = GateSession.begin(connection, settings);
    } catch (UnsuitableSessionException e) {
      return new Tried(unsuitable(e), false);
    } catch (SQLException e) {
      return new Tried(AttemptEnd.Again.after(e), true);
    }
    AttemptEnd end;
    try (session) {
      end =
          new Attempt(new GateContext(settings, listener, tables), session, event)
              .run(verdict, effect);
    } catch (SQLException e) {
      knownTables.set(null);
      end = AttemptEnd.Again.after(e);
    }
    return new Tried(end, session.isBroken());
  }

  private static AttemptEnd unsuitable(UnsuitableSessionException why) {
    return new AttemptEnd.Decided(
        new Undecidable(UndecidableReason.UNSUITABLE_SESSION, String.valueOf(why.getMessage())));
  }

  private GateTables tables(Connection connection) throws SQLException, UnsuitableSessionException {
    GateTables tables = knownTables.get();
    if (tables == null) {
      tables = GateTables.read(connection, settings.dataset());
      knownTables.set(tables);
    }
    return tables;
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
          new AttemptEnd.OperationConflict(
              new Conflict(
                  Conflict.Subject.EVENT,
                  conflict.recordedHash(),
                  HexFormat.of().formatHex(event.payloadHash())),
              ""));
    }
    if (answer instanceof Answer.InProgress inProgress) {
      return new InProgress(inProgress.state());
    }
    if (answer instanceof Answer.Undecidable undecidable) {
      return new Undecidable(undecidable.reason(), undecidable.detail());
    }
    return new BeyondWindow();
  }

  /** A conflict is an answer once it is kept. */
  private GateOutcome kept(
      Connections connections, GateEvent event, AttemptEnd.OperationConflict found) {
    Connection connection = null;
    try {
      connection = connections.next();
      conflicts.keep(connection, event, found.conflict(), found.operation());
      return found.conflict();
    } catch (SQLException e) {
      return new Undecidable(
          UndecidableReason.DATABASE_ERROR,
          "the event is a conflict ("
              + found.conflict()
              + "), but that could not be kept for a person: "
              + SqlFailure.describe(e)
              + ". Send it again.");
    } finally {
      if (connection != null) {
        connections.done(connection);
      }
    }
  }

  private static void pause(int attempt) {
    long millis = ThreadLocalRandom.current().nextInt(1 + LONGEST_PAUSE_MILLIS * attempt);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
