package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.TableName;

/**
 * A row holds a value that the archive can't hold, or an identity that two readers could take for
 * two different ones. The copy stops; the row stays where it is.
 */
public final class UnstorableValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String key;
  private final String why;

  public UnstorableValueException(TableName table, String column, String key, String why) {
    super("table " + table + ", row " + key + ", column " + column + ": " + why + ".");
    this.column = column;
    this.key = key;
    this.why = why;
  }

  public String column() {
    return column;
  }

  /** The row's identity: {@code consumer_name=billing, event_id=7f…}. */
  public String key() {
    return key;
  }

  public String why() {
    return why;
  }
}
