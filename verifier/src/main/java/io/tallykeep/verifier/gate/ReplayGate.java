package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.gate.GateOutcome.EffectFailed;
import io.tallykeep.verifier.lookup.Adjudicator;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
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
  private final GateRun run;

  /**
   * Opens nothing yet.
   *
   * @param adjudicator looks events of the same dataset up; closed by whoever opened it
   * @param settings what is applied, and within which bounds
   * @param listener is told how far each attempt has come
   */
  public ReplayGate(Adjudicator adjudicator, GateSettings settings, GateListener listener) {
    this.run = new GateRun(adjudicator, settings, listener);
  }

  /**
   * Applies an event on the caller's connection, which must have autocommit on, no open transaction
   * and a strict {@code sql_mode}; it comes back the same way. A connection that breaks, or on
   * which that can't be done, is ended, and with it the attempts.
   *
   * @throws IllegalArgumentException if event and dataset don't go together: a missing hash, an
   *     operation the dataset has no table for, a column the gate sets itself
   */
  public GateOutcome apply(Connection connection, GateEvent event, Effect effect) {
    return NestedGates.refusal(Optional.of(connection))
        .<GateOutcome>map(why -> EffectFailed.of(EffectFailure.NESTED_GATE, why))
        .orElseGet(() -> run.apply(Connections.lent(connection), event, effect));
  }

  /**
   * Applies an event, on a new connection for each attempt: lost connections end an attempt, not
   * the call.
   *
   * @param dataSource opens connections to the server of the inbox, each with autocommit on
   * @throws IllegalArgumentException as for {@link #apply(Connection, GateEvent, Effect)}
   */
  public GateOutcome apply(DataSource dataSource, GateEvent event, Effect effect) {
    return NestedGates.refusal(Optional.empty())
        .<GateOutcome>map(why -> EffectFailed.of(EffectFailure.NESTED_GATE, why))
        .orElseGet(() -> run.apply(Connections.opened(dataSource), event, effect));
  }

  /**
   * Applies events in their order, each in a transaction of its own, and stops at the first whose
   * outcome is not settled.
   *
   * @throws IllegalArgumentException as for {@link #apply(Connection, GateEvent, Effect)}, before
   *     any item is applied
   */
  public BatchResult applyAll(DataSource dataSource, List<GateItem> items) {
    items.forEach(item -> run.requireFits(item.event()));
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
}
