package io.tallykeep.verifier.lookup;

/**
 * Is told before each read of a look-up, on the look-up's own thread: for timings and traces. What
 * it takes counts against the deadline. Must be safe for use by many threads.
 */
@FunctionalInterface
public interface LookupListener {
  /** Hears nothing. */
  LookupListener NONE = (step, round) -> {};

  /**
   * A read is about to start.
   *
   * @param step which one
   * @param round 1, and one more after every start over
   */
  void before(LookupStep step, int round);
}
