package io.tallykeep.archive.table;

import org.apache.iceberg.exceptions.CommitStateUnknownException;

/** Whether the pointer moved can't be told; Iceberg deletes nothing on this exception. */
final class CommitUnknownException extends CommitStateUnknownException {
  private static final long serialVersionUID = 1L;

  private final String detail;

  CommitUnknownException(PointerMove.Result.Unknown unknown) {
    super(unknown.detail(), unknown.cause());
    this.detail = unknown.detail();
  }

  /** Our own words, without what Iceberg adds to the message. */
  String detail() {
    return detail;
  }
}
