package io.tallykeep.verifier.gate;

/** Codes of {@link GateOutcome.EffectFailed} that are the gate's own. */
public enum EffectFailure {
  /** The effect threw an exception that is no SQLException. */
  EXCEPTION,
  /** A statement of the effect failed in a way that a repetition doesn't mend. */
  SQL_ERROR,
  /** A statement of the effect hit a unique key: its own matter, never taken for a duplicate. */
  DUPLICATE_KEY,
  /** The effect asked its connection for what could end the transaction or outlive it. */
  REFUSED_CALL,
  /** The effect called a gate. */
  NESTED_GATE,
  /** The transaction that the effect left is not the one it got. */
  TRANSACTION_ENDED,
  /** The effect removed the event's own row, or changed its identity, day or payload hash. */
  OWN_ROW_CHANGED,
  /** The effect took longer than a transaction may. */
  TIME_LIMIT,
  /** The effect says "not applicable yet", and the event has no deferral to keep it by. */
  NOT_APPLICABLE_YET
}
