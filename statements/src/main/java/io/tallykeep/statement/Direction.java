package io.tallykeep.statement;

/** Which way money moves, seen from the account's holder. */
public enum Direction {
  /** To the account. */
  CREDIT,
  /** From the account. */
  DEBIT
}
