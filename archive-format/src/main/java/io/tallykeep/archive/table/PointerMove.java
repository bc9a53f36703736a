package io.tallykeep.archive.table;

import java.util.Optional;

/**
 * One wanted change of the pointer.
 *
 * @param from the head it replaces, empty to create the table
 * @param to the new metadata file, already written
 * @param sequence the sequence number of the new head's snapshot, 0 if it has none
 */
record PointerMove(Optional<String> from, String to, long sequence) {

  /** How moving the pointer ended. */
  sealed interface Result {
    /** The pointer moved; others may have moved it on since. */
    record Moved() implements Result {}

    /** It did not move and this move never will. */
    record NotMoved(CommitOutcome.Reason reason, String detail) implements Result {}

    /** It can't be told. */
    record Unknown(String detail, Throwable cause) implements Result {}
  }
}
