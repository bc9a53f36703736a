package io.tallykeep.jobs.retention.replay;

import static org.awaitility.Awaitility.await;

import io.tallykeep.jobs.TestInbox;
import io.tallykeep.verifier.gate.GateOutcome;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

/**
 * A replay of all events of the last days through the gate, day by day, again and again until it is
 * told to stop; several threads share it.
 */
final class Replay implements Callable<Void> {
  /** Shares no factor with the number of days, so that every day has its turn. */
  private static final int STRIDE = 37;

  private static final int MOST_TRIES = 100;

  private final ReplayPlan plan;
  private final TestInbox inbox;
  private final Gates gates;
  private final ReplayBooks books;
  private final int lastDays;
  private final int mostPasses;
  private final DoubleSupplier pace;
  private final AtomicBoolean stop;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();

  /** Days of which the ledger has said EXPIRED; it never says anything else of them again. */
  private final Set<LocalDate> expired = ConcurrentHashMap.newKeySet();

  Replay(ReplayPlan plan, TestInbox inbox, Gates gates, ReplayBooks books, Reach reach) {
    this.plan = plan;
    this.inbox = inbox;
    this.gates = gates;
    this.books = books;
    this.lastDays = reach.lastDays();
    this.mostPasses = reach.mostPasses();
    this.pace = reach.pace();
    this.stop = reach.stop();
  }

  /**
   * How far and how long.
   *
   * @param lastDays how many days it reaches back
   * @param mostPasses how often it brings all of them at most
   * @param pace goes from 0 to 1; the passes begin at equal distances of it
   * @param stop ends it, but not before every event was brought once
   */
  record Reach(int lastDays, int mostPasses, DoubleSupplier pace, AtomicBoolean stop) {}

  /** How much of the first pass is done, from 0 to 1. */
  double progress() {
    return Math.min(1, (double) done.get() / lastDays);
  }

  int lastDays() {
    return lastDays;
  }

  int daysDone() {
    return done.get();
  }

  @Override
  public Void call() throws SQLException {
    for (int next = begun.getAndIncrement();
        next < lastDays || isFurtherPassDue(next / lastDays);
        next = begun.getAndIncrement()) {
      int age = 1 + Math.floorMod(next * (long) STRIDE, lastDays);
      int first = (plan.days() - age) * plan.perDay();
      for (int event = first; event < first + plan.perDay(); event++) {
        bring(event);
      }
      done.incrementAndGet();
    }
    return null;
  }

  /** Waits until it is, or until there is to be none. */
  private boolean isFurtherPassDue(int pass) {
    if (pass >= mostPasses) {
      return false;
    }
    await("pass " + pass + " of the last " + lastDays + " days, or the end")
        .forever()
        .until(() -> stop.get() || pace.getAsDouble() >= (double) pass / mostPasses);
    return !stop.get();
  }

  private void bring(int event) throws SQLException {
    bring(event, false);
    if (plan.isRepeated(event)) {
      bring(event, false);
    }
    if (plan.isForged(event)) {
      bring(event, true);
    }
  }

  private void bring(int event, boolean forged) throws SQLException {
    ReplayedEvent replayed = plan.event(event, forged ? "forged" : ReplayPlan.id(event));
    boolean expiredBefore = expired.contains(replayed.day());
    GateOutcome outcome = gates.apply(replayed);
    for (int tries = 1; isOpen(outcome) && tries < MOST_TRIES; tries++) {
      books.again(outcome);
      outcome = gates.apply(replayed);
    }
    boolean expiredAfter = outcome instanceof GateOutcome.BeyondWindow && isExpired(replayed.day());
    books.answered(event, forged, outcome, expiredBefore, expiredAfter);
  }

  private boolean isExpired(LocalDate day) throws SQLException {
    if (expired.contains(day)) {
      return true;
    }
    boolean now = inbox.progress(day).equals("EXPIRED");
    if (now) {
      expired.add(day);
    }
    return now;
  }

  private static boolean isOpen(GateOutcome outcome) {
    return switch (outcome.kind()) {
      case UNDECIDABLE, RETRY_EXHAUSTED, EFFECT_FAILED, IN_PROGRESS -> true;
      case APPLIED, DUPLICATE, CONFLICT, STALE, DEFERRED, BEYOND_WINDOW -> false;
    };
  }
}
