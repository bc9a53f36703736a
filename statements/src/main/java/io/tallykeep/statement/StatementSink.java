package io.tallykeep.statement;

/**
 * Takes what a file holds while it is being read: per statement its header, its entries in the
 * file's order, its trailer; several statements may be open at once. Nothing of it counts until
 * {@link StatementFormat#read} has returned {@link GateVerdict.Accepted}: after a rejection, an
 * exception or a kill everything taken must be discarded.
 */
public interface StatementSink {
  /** A statement begins. */
  void header(StatementHeader header);

  /** The next entry. */
  void entry(StatementEntry entry);

  /** A statement ends. */
  void trailer(StatementTrailer trailer);
}
