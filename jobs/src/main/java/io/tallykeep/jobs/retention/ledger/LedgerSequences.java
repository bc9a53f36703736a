package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Map;

/** The snapshot sequences of days: a pointer below them is seen to be old. */
public final class LedgerSequences {
  private LedgerSequences() {}

  /** The highest of all days, 0 if none was ever raised: the archive had come to it. */
  public static long highest(Session session, LedgerKey key) throws SQLException {
    return session.number(
        "SELECT COALESCE(MAX(snapshot_sequence), 0) FROM "
            + key.table()
            + " WHERE dataset = ? AND shard = ?",
        key.dataset(),
        key.shard());
  }

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
              + " SET snapshot_sequence = ?"
              + Move.KEEP_DEFERRED
              + " WHERE dataset = ? AND shard = ? AND event_day = ? AND snapshot_sequence < ?",
          day.getValue(),
          key.dataset(),
          key.shard(),
          day.getKey(),
          day.getValue());
    }
  }
}
