package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.FinishRun.Request;
import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.gate.GateRun.Purpose;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.UndecidableReason;
import io.tallykeep.verifier.lookup.VerifierSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Applies events at most once, however often, from how many sides at once and how late they come:
 * each is looked up over online and archived rows, and its row and its effect are committed
 * together or not at all (architecture, section 5.3; the argument is in docs/protocols-gate.md, the
 * way to use it in docs/gate.md).
 *
 * <p>Every answer is a value. Thread-safe; each call uses a connection of its own.
 */
public final class ReplayGate {
  private final GateSettings settings;
  private final GateRun run;
  private final FinishRun finishing;

  /**
   * Opens nothing yet.
   *
   * @param adjudicator looks events of the same dataset up; closed by whoever opened it
   * @param settings what is applied, and within which bounds
   * @param listener is told how far each attempt has come
   * @throws IllegalArgumentException if look-ups and settings are of different datasets or control
   *     schemas: a verdict about one says nothing about the other
   */
  public ReplayGate(Adjudicator adjudicator, GateSettings settings, GateListener listener) {
    requireSame(adjudicator.settings(), settings);
    this.settings = settings;
    GateTransactions transactions = new GateTransactions(settings, listener);
    this.run = new GateRun(adjudicator, settings, listener, transactions);
    this.finishing = new FinishRun(settings, transactions);
  }

  private static void requireSame(VerifierSettings lookup, GateSettings settings) {
    if (!lookup.controlSchema().equals(settings.controlSchema())) {
      throw new IllegalArgumentException(
          "the gate has the control schema "
              + settings.controlSchema()
              + ", but its look-ups read "
              + lookup.controlSchema()
              + ". Give both the same.");
    }
    if (!lookup.dataset().equals(settings.dataset())) {
      throw new IllegalArgumentException(
          "the gate and its look-ups have different definitions of dataset "
              + settings.dataset().name()
              + (lookup.dataset().name().equals(settings.dataset().name())
                  ? ""
                  : " and " + lookup.dataset().name())
              + ". Give both the same.");
    }
  }

  /**
   * Applies an event on the caller's connection, which must have autocommit on, no open transaction
   * and a strict {@code sql_mode}; it comes back the same way. A connection that breaks, or on
   * which that can't be done, is ended, and with it the attempts.
   *
   * @throws IllegalArgumentException if event and dataset don't go together: a missing hash or one
   *     of another length than its column, an empty identity, an operation the dataset has no table
   *     for, a column that the gate sets itself, that the table doesn't have, or that lacks its
   *     value
   */
  public GateOutcome apply(Connection connection, GateEvent event, Effect effect) {
    return call(connection, new GateRun.Request(event, effect, Purpose.APPLY));
  }

  /**
   * Applies an event, on a new connection for each attempt: a lost connection ends an attempt, not
   * the call.
   *
   * @param dataSource opens connections to the server of the inbox, each as {@link
   *     #apply(Connection, GateEvent, Effect)} wants it
   * @throws IllegalArgumentException as for {@link #apply(Connection, GateEvent, Effect)}
   */
  public GateOutcome apply(DataSource dataSource, GateEvent event, Effect effect) {
    return call(dataSource, new GateRun.Request(event, effect, Purpose.APPLY));
  }

  /**
   * Applies events in their order, each in a transaction of its own, and stops at the first whose
   * outcome is not settled.
   *
   * @throws IllegalArgumentException as for {@link #apply(Connection, GateEvent, Effect)}, before
   *     any item is applied
   */
  public BatchResult applyAll(DataSource dataSource, List<GateItem> items) {
    items.forEach(item -> EventFit.require(settings.dataset(), item.event()));
    items.forEach(
        item -> run.requireShape(Connections.opened(dataSource), item.event(), Purpose.APPLY));
    List<GateOutcome> outcomes = new ArrayList<>();
    for (GateItem item : items) {
      GateOutcome outcome = apply(dataSource, item.event(), item.effect());
      outcomes.add(outcome);
      if (!outcome.isSettled()) {
        break;
      }
    }
    return new BatchResult(outcomes);
  }

  /**
   * Tries a deferred event again, as {@link #apply(DataSource, GateEvent, Effect)} does: its live
   * row is completed and its deferral removed in the effect's transaction. An event that still has
   * to wait stays DEFERRED; one that is live without being deferred is IN_PROGRESS; one that is not
   * on record is applied; the deferral of a DUPLICATE is removed.
   *
   * @param event the event, made anew from what its deferral kept
   * @throws IllegalArgumentException as for {@link #apply(Connection, GateEvent, Effect)}
   */
  public GateOutcome redrive(DataSource dataSource, GateEvent event, Effect effect) {
    return call(dataSource, new GateRun.Request(event, effect, Purpose.REDRIVE));
  }

  /**
   * The events that wait, those whose last try is longest ago in front: a re-drive that begins is a
   * try, however it ends, so a limited list comes to every event.
   *
   * @param connection an autocommit connection
   * @param limit how many at most
   * @throws SQLException if they can't be read
   */
  public List<DeferredEvent> deferred(Connection connection, int limit) throws SQLException {
    return new DeferredTable(settings).longestUntried(connection, limit);
  }

  /**
   * Completes a row that is live, in whichever table holds it, and removes its deferral if it has
   * one.
   *
   * @param connection as for {@link #apply(Connection, GateEvent, Effect)}
   * @param identity the values of the identity columns, as text
   * @param eventDay the event day
   * @param columns the columns to set, a state that is not live among them
   * @throws IllegalArgumentException if the columns leave the row live, or are the gate's own
   */
  public FinishOutcome finish(
      Connection connection,
      List<String> identity,
      LocalDate eventDay,
      Map<String, Object> columns) {
    return NestedGates.refusal(Optional.of(connection))
        .<FinishOutcome>map(
            why -> new FinishOutcome.Undecidable(UndecidableReason.UNSUITABLE_SESSION, why))
        .orElseGet(
            () ->
                finishing.run(
                    Connections.lent(connection), new Request(identity, eventDay, columns)));
  }

  private GateOutcome call(Connection connection, GateRun.Request request) {
    return NestedGates.refusal(Optional.of(connection))
        .<GateOutcome>map(why -> EffectFailed.of(EffectFailure.NESTED_GATE, why))
        .orElseGet(() -> run.run(Connections.lent(connection), request));
  }

  private GateOutcome call(DataSource dataSource, GateRun.Request request) {
    return NestedGates.refusal(Optional.empty())
        .<GateOutcome>map(why -> EffectFailed.of(EffectFailure.NESTED_GATE, why))
        .orElseGet(() -> run.run(Connections.opened(dataSource), request));
  }
}
