package io.tallykeep.verifier.gate;

import io.tallykeep.verifier.lookup.Where;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * An event's row in whichever table holds it, locked. The day's ledger row is locked before it, as
 * everywhere.
 *
 * @param row the row's place
 * @param found what it holds
 */
record LiveRow(EventRow row, EventRow.Found found) {

  /** Locks the row; empty if neither table has it with exactly this identity and day. */
  static Optional<LiveRow> lock(GateSession session, EventKey key) throws SQLException {
    for (Where where : List.of(Where.ONLINE, Where.LATE)) {
      EventRow row = new EventRow(key, where);
      Optional<EventRow.Found> found = row.read(session.forNextStatement(), RowLock.FOR_UPDATE);
      if (found.isPresent()) {
        return Optional.of(new LiveRow(row, found.get()));
      }
    }
    return Optional.empty();
  }
}
