package io.tallykeep.verifier.lookup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks archived events up on behalf of nobody, several at once, until its time is over: what
 * look-ups read once (tables, pointer, file lists, indexes) is then in memory and their code
 * compiled. Ends at the first one that can't be decided: a server that is away is no reason not to
 * start.
 */
final class WarmUp {
  private static final int THREADS = 4;

  private final Adjudicator adjudicator;
  private final List<Query> queries;
  private final long endNanos;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private volatile boolean stopped;

  /**
   * @param queries what to ask, over and over
   * @param longest how long
   */
  WarmUp(Adjudicator adjudicator, List<Query> queries, Duration longest) {
    this.adjudicator = adjudicator;
    this.queries = List.copyOf(queries);
    this.endNanos = System.nanoTime() + longest.toNanos();
  }

  /** Look-ups that were answered. */
  int run() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS && !queries.isEmpty(); i++) {
      Thread thread = new Thread(this::ask, "warm-up-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return answered.get();
  }

  private void ask() {
    while (!stopped && System.nanoTime() < endNanos) {
      Query query = queries.get(Math.floorMod(next.getAndIncrement(), queries.size()));
      if (adjudicator.adjudicate(query).answer() instanceof Answer.Undecidable) {
        stopped = true;
      } else {
        answered.incrementAndGet();
      }
    }
  }
}
