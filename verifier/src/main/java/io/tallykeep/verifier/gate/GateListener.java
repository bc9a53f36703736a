package io.tallykeep.verifier.gate;

/**
 * Is told how far an attempt has come, on the caller's thread: for timings and traces. What it
 * takes counts against the transaction's time.
 */
@FunctionalInterface
public interface GateListener {
  /** Hears nothing. */
  GateListener NONE = point -> {};

  /** An attempt has reached this point. */
  void at(GatePoint point);
}
