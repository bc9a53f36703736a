package io.tallykeep.benchmarks;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementProfile;
import java.io.IOException;
import java.io.Writer;

/**
 * A format, and how a file of any number of entries in it is made.
 *
 * @param name the format's name
 * @param format its reader
 * @param profile its profile
 * @param facts what is declared about the file
 * @param file writes the file
 */
record StatementCase(
    String name,
    StatementFormat format,
    StatementProfile profile,
    DeclaredFacts facts,
    FileWriter file) {
  /** Writes a file of so many entries. */
  @FunctionalInterface
  interface FileWriter {
    void write(Writer out, int entries) throws IOException;
  }
}
