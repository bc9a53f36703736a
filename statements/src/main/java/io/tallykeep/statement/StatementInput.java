package io.tallykeep.statement;

import java.io.InputStream;

/**
 * A file to read.
 *
 * @param bytes its bytes, from the first; not closed by the reader
 * @param facts what is declared about this file beside it
 */
public record StatementInput(InputStream bytes, DeclaredFacts facts) {
  /** A file about which nothing is declared. */
  public static StatementInput of(InputStream bytes) {
    return new StatementInput(bytes, DeclaredFacts.NONE);
  }
}
