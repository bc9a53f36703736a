package io.tallykeep.jobs.retention.interleaving;

import io.tallykeep.verifier.lookup.Adjudication;
import io.tallykeep.verifier.lookup.EventRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One look-up on the servers that makes each of its reads only when it is let. */
final class LiveLookup {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final EventRecord event;
  private final int readsBefore;
  private final List<Integer> plan = new ArrayList<>();
  private int allowed;
  private int state;
  private boolean waiting;
  private @Nullable Adjudication answer;

  /**
   * @param readsBefore how many reads it makes where it starts, the others after the next change; 0
   *     for one that wanders through many states
   */
  LiveLookup(EventRecord event, int readsBefore) {
    this.event = event;
    this.readsBefore = readsBefore;
  }

  EventRecord event() {
    return event;
  }

  boolean wanders() {
    return readsBefore == 0;
  }

  int readsBefore() {
    return readsBefore;
  }

  /** Called by the look-up's thread before each of its reads. */
  synchronized void beforeRead() {
    waiting = true;
    notifyAll();
    while (allowed == 0) {
      await();
    }
    waiting = false;
    allowed--;
    plan.add(state);
  }

  synchronized void ended(Adjudication with) {
    answer = with;
    notifyAll();
  }

  /** Lets it make so many reads at this state. */
  synchronized void allow(int reads, int atState) {
    state = atState;
    allowed = reads;
    notifyAll();
  }

  /** Waits until it has made the reads it may make, or has ended. */
  synchronized void awaitQuiet() {
    long start = System.nanoTime();
    while (answer == null && !(waiting && allowed == 0)) {
      await();
      if (System.nanoTime() - start > LONGEST_NANOS) {
        throw new AssertionError("a look-up of " + event.name() + " neither ends nor reads on");
      }
    }
  }

  synchronized boolean isDone() {
    return answer != null;
  }

  synchronized Adjudication answer() {
    return Objects.requireNonNull(answer);
  }

  /** The states at which it made its reads. */
  synchronized int[] plan() {
    return plan.stream().mapToInt(Integer::intValue).toArray();
  }

  @SuppressWarnings("WaitNotInLoop") // both callers are the loop
  private void await() {
    try {
      wait(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
