package io.tallykeep.archive.file;

import java.io.IOException;

/** One identity column of a row group, read row by row beside a value that was asked for. */
interface IdentityColumn {
  /**
   * Goes to the next row.
   *
   * @return how its value compares with the one before; positive for the first row
   * @throws IOException if there is none, or its page can't be read
   */
  int advance() throws IOException;

  /** How the row's value compares with the one that was asked for. */
  int order();

  /** The row's value. */
  Object value();
}
