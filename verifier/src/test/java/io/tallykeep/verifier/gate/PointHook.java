package io.tallykeep.verifier.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** Notes the points of an attempt, and acts at one of them, once. */
final class PointHook implements GateListener {
  private final List<GatePoint> points = new ArrayList<>();
  private @Nullable GatePoint place;
  private @Nullable Callable<?> action;

  /** Runs the action at the next time this point is reached. */
  synchronized void once(GatePoint point, Callable<?> act) {
    place = point;
    action = act;
  }

  @Override
  public void at(GatePoint point) {
    Optional<Callable<?>> due = due(point);
    if (due.isPresent()) {
      FutureTask<?> task = new FutureTask<>(due.get());
      task.run();
      try {
        task.get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private synchronized Optional<Callable<?>> due(GatePoint point) {
    points.add(point);
    if (point != place) {
      return Optional.empty();
    }
    Optional<Callable<?>> due = Optional.ofNullable(action);
    action = null;
    return due;
  }

  /** How often a point was reached since the last call of {@link #clear}. */
  synchronized long count(GatePoint point) {
    return points.stream().filter(point::equals).count();
  }

  synchronized void clear() {
    points.clear();
  }
}
