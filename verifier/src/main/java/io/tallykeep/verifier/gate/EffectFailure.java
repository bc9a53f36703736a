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
  /**
   * The event's row or its operation's is not in the transaction with the key and content that the
   * event gives: the effect changed it, or the table stores a value as another one.
   */
  OWN_ROW_CHANGED,
  /**
   * The event or its operation gives a value that its table can't hold; the detail has the column.
   */
  EVENT_NOT_STORABLE,
  /** The effect's result sets a column that its table doesn't have, or to what it can't hold. */
  RESULT_NOT_STORABLE,
  /** The row would have stayed live with nothing left to complete it. */
  LEFT_LIVE,
  /** The event is stale, but its row can't be without the key of an operation. */
  KEY_NOT_NULLABLE,
  /** The effect took longer than a transaction may. */
  TIME_LIMIT,
  /** The effect says "not applicable yet", and the event has no deferral to keep it by. */
  NOT_APPLICABLE_YET
}
