package io.tallykeep.statement;

import org.jspecify.annotations.Nullable;

/**
 * A statement's place among the account's statements, and a page's among its statement's. Gaps
 * inside one file are refused by the gate; gaps between files are the importer's to find.
 * Immutable.
 *
 * @param sequence the statement's running number, null if not stated
 * @param page the page's number, from 1, null if not stated
 * @param last whether the page is the statement's last
 */
public record SequencePosition(@Nullable Long sequence, @Nullable Integer page, LastPage last) {
  /** Nothing is stated. */
  public static final SequencePosition NONE = new SequencePosition(null, null, LastPage.NOT_STATED);

  /** Whether a page is the last one. */
  public enum LastPage {
    /** It is. */
    YES,
    /** Another one follows. */
    NO,
    /** The file does not say, and the format has other ways to tell. */
    NOT_STATED
  }
}
