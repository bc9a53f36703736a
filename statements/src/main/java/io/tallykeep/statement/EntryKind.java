package io.tallykeep.statement;

/**
 * What an entry is. Immutable.
 *
 * @param type what it is
 * @param rawType what the file calls it: a transaction code, a row type; empty if it says nothing
 * @param status how final it is
 * @param direction which way money moves: the sign of the gross amount, or what the file states
 * @param reversal whether the file marks it as undoing an earlier entry; its signs are already the
 *     ones of its own effect
 */
public record EntryKind(
    EntryType type, String rawType, EntryStatus status, Direction direction, Reversal reversal) {
  /** Whether an entry undoes an earlier one. */
  public enum Reversal {
    /** The file marks it so. */
    YES,
    /** The file does not. */
    NO
  }
}
