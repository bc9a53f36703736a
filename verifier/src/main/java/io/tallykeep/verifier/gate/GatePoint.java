package io.tallykeep.verifier.gate;

/** The points of one attempt at which a {@link GateListener} is told. */
public enum GatePoint {
  /** The look-up has answered. */
  ADJUDICATED,
  /** The transaction has begun; nothing has been read in it yet. */
  BEGUN,
  /** The day's ledger row is locked against changes and allows the attempt. */
  LEDGER_READ,
  /** The event's row is in the transaction. */
  ROW_INSERTED,
  /** The effect has returned. */
  EFFECT_DONE,
  /** Everything has been checked; COMMIT is sent next. */
  BEFORE_COMMIT,
  /** The server has confirmed the COMMIT. */
  COMMITTED
}
