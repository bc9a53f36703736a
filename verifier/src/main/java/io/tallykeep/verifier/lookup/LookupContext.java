package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What one look-up works with.
 *
 * @param asked the event
 * @param ledgerKey its dataset's rows of the day ledger
 * @param shape its dataset's tables, and the probes of each place
 * @param mysql the look-up's connection
 */
record LookupContext(
    AskedEvent asked, LedgerKey ledgerKey, TableShape shape, LookupConnection mysql) {

  /** Step 3: where the archive stands. */
  Optional<Pointer> pointer(int round) throws SQLException {
    return shape.archive().pointer(read(LookupStep.POINTER, round), asked.trace().reads());
  }

  /** The connection for one read, which is reported first. */
  Connection read(LookupStep step, int round) throws SQLException {
    asked.trace().before(step, round);
    return mysql.forNextRead();
  }
}
