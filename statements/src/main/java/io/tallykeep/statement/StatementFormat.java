package io.tallykeep.statement;

import java.io.IOException;

/** Reads one format. Stateless; may be used by several threads at once. */
public interface StatementFormat {
  /**
   * Reads a file once, as a stream, in memory that the profile's limits bound.
   *
   * <p>Bad input is a verdict, never an exception. Exceptions of the sink pass through.
   *
   * @return accepted or rejected; after a rejection the sink holds nothing of worth
   * @throws IOException if the bytes can't be fetched; says nothing about the file
   */
  GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException;
}
