package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Map;

/** Raises the snapshot sequences of days: a pointer below them is then seen to be old. */
public final class LedgerSequences {
  private LedgerSequences() {}

  /**
   * Raises each day's; one that is as high already stays. Nothing else of a day changes, and no
   * look-up can answer more than before.
   */
  public static void raise(Session session, LedgerKey key, Map<LocalDate, Long> sequences)
      throws SQLException {
    for (Map.Entry<LocalDate, Long> day : sequences.entrySet()) {
      session.update(
          "UPDATE "
              + key.table()
              + " SET snapshot_sequence = ? WHERE dataset = ? AND shard = ? AND event_day = ?"
              + " AND snapshot_sequence < ?",
          day.getValue(),
          key.dataset(),
          key.shard(),
          day.getKey(),
          day.getValue());
    }
  }
}
