package io.tallykeep.archive.table;

/** An archive table is not the one its dataset's source table maps to. Nothing was changed. */
public final class TableMismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TableMismatchException(String message) {
    super(message);
  }
}
