package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.online.DayStatements;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The single reads that a look-up of one identity and event day decides by, and nothing else: what
 * a look-up answers is a function of what these return, in the order {@link DayLookup} asks.
 *
 * <p>Each method of MySQL's is one statement (those of {@link #online} one each), which sees every
 * commit before it.
 */
interface DayReads {

  /** The day's ledger row, and the server that answered. */
  LedgerReading ledger(LookupStep step, int round) throws SQLException;

  /** What the online table is probed with. */
  DayStatements online(int round) throws SQLException;

  /** The rows of the identity in the late table, at most two. */
  List<@Nullable Object[]> late(int round) throws SQLException;

  /** Where the archive stands; empty where there is no archive table. */
  Optional<Pointer> pointer(int round) throws SQLException;

  /** What the archive holds of the identity at exactly this pointer. */
  ArchiveProbe.Outcome archive(int round, Optional<Pointer> pointer) throws UndecidedException;
}
