package io.tallykeep.jobs.retention.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.verifier.gate.GateListener;
import io.tallykeep.verifier.gate.GateOutcome;
import io.tallykeep.verifier.gate.GatePoint;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A gate that applies an event in a thread of its own and stands still once at a point. */
final class HeldGate implements GateListener {
  private static final int LONGEST_HOLD_SECONDS = 1800;

  private final Optional<GatePoint> at;
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final AtomicInteger verdicts = new AtomicInteger();
  private final Future<GateOutcome> outcome;

  private HeldGate(Gates gates, ReplayedEvent event, Optional<GatePoint> at) {
    this.at = at;
    this.outcome = Aside.call(() -> gates.apply(event, this));
  }

  static HeldGate heldAt(GatePoint at, Gates gates, ReplayedEvent event) {
    return new HeldGate(gates, event, Optional.of(at));
  }

  /** A gate that stands nowhere. */
  static HeldGate free(Gates gates, ReplayedEvent event) {
    return new HeldGate(gates, event, Optional.empty());
  }

  @Override
  public void at(GatePoint point) {
    if (point == GatePoint.ADJUDICATED) {
      verdicts.incrementAndGet();
    }
    if (at.isEmpty() || at.get() != point || held.getCount() == 0) {
      return;
    }
    held.countDown();
    try {
      assertThat(go.await(LONGEST_HOLD_SECONDS, TimeUnit.SECONDS)).as("let go").isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether it stands at its point or has stood there. */
  boolean wasHeld() {
    return held.getCount() == 0;
  }

  boolean isOver() {
    return outcome.isDone();
  }

  void goOn() {
    go.countDown();
  }

  /** Whether its first verdict did not hold and it looked the event up again. */
  boolean lookedUpAgain() {
    return verdicts.get() > 1;
  }

  GateOutcome outcome() {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }
}
