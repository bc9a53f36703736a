package io.tallykeep.archive.read;

/**
 * Lets one of twenty reads be hedged. A store that is slow for all reads gets 5 % more of them, not
 * twice as many. What is not used adds up to ten hedges at most.
 */
final class HedgeBudget {
  private static final int READS_PER_HEDGE = 20;
  private static final int MOST = 10 * READS_PER_HEDGE;

  /** Starts with one hedge, so that the first read of a process has one. */
  private int saved = READS_PER_HEDGE;

  synchronized void read() {
    saved = Math.min(MOST, saved + 1);
  }

  synchronized boolean take() {
    if (saved < READS_PER_HEDGE) {
      return false;
    }
    saved -= READS_PER_HEDGE;
    return true;
  }
}
