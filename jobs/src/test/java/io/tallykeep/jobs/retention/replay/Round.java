package io.tallykeep.jobs.retention.replay;

import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GatePoint;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Two gates that replay one event; the first is held at a point meanwhile. */
final class Round {
  /** What had become of the event before. */
  enum History {
    NEVER_APPLIED,
    APPLIED_BEFORE
  }

  private final Gates gates;
  private final ReplayedEvent event;
  private final GatePoint at;
  private final History history;
  private final HeldGate first;
  private @Nullable HeldGate second;

  private Round(Gates gates, ReplayedEvent event, GatePoint at, History history) {
    this.gates = gates;
    this.event = event;
    this.at = at;
    this.history = history;
    this.first = HeldGate.heldAt(at, gates, event);
  }

  static Round begin(Gates gates, ReplayedEvent event, GatePoint at, History history) {
    return new Round(gates, event, at, history);
  }

  ReplayedEvent event() {
    return event;
  }

  GatePoint at() {
    return at;
  }

  History history() {
    return history;
  }

  HeldGate first() {
    return first;
  }

  /** Whether the first gate, where it is held, keeps the day's ledger row locked. */
  boolean locksTheLedger() {
    return switch (at) {
      case LEDGER_READ, ROW_INSERTED, EFFECT_DONE, BEFORE_COMMIT -> !first.isOver();
      case ADJUDICATED, BEGUN, COMMITTED -> false;
    };
  }

  /** Starts the other gate, if it has not been; it stands at the same point, or nowhere. */
  HeldGate startSecond(boolean held) {
    HeldGate started = second;
    if (started == null) {
      started = held ? HeldGate.heldAt(at, gates, event) : HeldGate.free(gates, event);
      second = started;
    }
    return started;
  }

  boolean hasSecond() {
    return second != null;
  }

  HeldGate second() {
    return Objects.requireNonNull(second);
  }

  /** Both go on. */
  void goOn() {
    first.goOn();
    if (second != null) {
      second.goOn();
    }
  }

  /** What both came to, in their order. */
  List<GateOutcome> outcomes() {
    return List.of(first.outcome(), second().outcome());
  }
}
