package io.tallykeep.archive.schema;

/** A value that the archive can't hold; {@link RowReader} adds table, column and key. */
public final class NotStorableException extends Exception {
  private static final long serialVersionUID = 1L;

  NotStorableException(String why) {
    super(why);
  }
}
