package io.tallykeep.jobs.retention.ledger;

import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** How many nights running a day's work has been put off. */
public final class DeferredNights {
  private DeferredNights() {}

  /**
   * A day whose work was put off.
   *
   * @param nights nights running, this one included
   * @param reason a stable code and what stood in the way last
   */
  public record Deferred(
      LocalDate day, Optional<String> tablePartition, int nights, String reason) {}

  /** The days put off for at least so many nights, oldest first. */
  public static List<Deferred> atLeast(Connection connection, LedgerKey key, int nights)
      throws SQLException {
    return Session.asItIs(connection)
        .query(
            "SELECT event_day, table_partition, attention_nights, COALESCE(attention_reason, '')"
                + " FROM "
                + key.table()
                + " WHERE dataset = ? AND shard = ? AND attention = 'DEFERRED'"
                + " AND attention_nights >= ? ORDER BY event_day",
            row ->
                new Deferred(
                    row.getObject(1, LocalDate.class),
                    Optional.ofNullable(row.getString(2)),
                    row.getInt(3),
                    row.getString(4)),
            key.dataset(),
            key.shard(),
            nights);
  }
}
