package io.tallykeep.jobs.retention.drill;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Whether a dataset's archive was restored on trial lately, by the server's clock. */
public final class DrillWatch {
  private DrillWatch() {}

  /**
   * Where a dataset stands.
   *
   * @param lastOk when a drill last ended well, in UTC; empty if none did
   * @param lastFailure the latest drill's failure, if the latest failed
   * @param overdue whether a day has been archived for longer than allowed and no drill ended well
   *     within that time
   */
  public record State(Optional<String> lastOk, Optional<String> lastFailure, boolean overdue) {}

  /** Whether the control schema has a record of drills. */
  static boolean isRecorded(Session session, Identifier controlSchema) throws SQLException {
    return session.number(
            "SELECT COUNT(*) FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = 'drill'",
            controlSchema.value())
        == 1;
  }

  /**
   * Reads it.
   *
   * @return empty where the control schema has no record of drills yet
   */
  public static Optional<State> read(
      Session session, Identifier controlSchema, Dataset dataset, Duration overdueAfter)
      throws SQLException {
    if (!isRecorded(session, controlSchema)) {
      return Optional.empty();
    }
    String drills = controlSchema.quoted() + ".drill WHERE dataset = ? AND shard = ?";
    Optional<String> lastOk =
        session.first(
            "SELECT DATE_FORMAT(ended_at, '%Y-%m-%dT%H:%i:%sZ') FROM "
                + drills
                + " AND outcome = 'OK' ORDER BY ended_at DESC LIMIT 1",
            row -> row.getString(1),
            dataset.name(),
            dataset.shard());
    Optional<String> lastFailure =
        session
            .first(
                "SELECT outcome, CONCAT(event_day, ': ', reason) FROM "
                    + drills
                    + " AND outcome IN ('OK', 'FAILED') ORDER BY ended_at DESC LIMIT 1",
                row -> row.getString(1).equals("FAILED") ? row.getString(2) : "",
                dataset.name(),
                dataset.shard())
            .filter(reason -> !reason.isEmpty());
    long seconds = overdueAfter.toSeconds();
    boolean fresh =
        session.number(
                "SELECT COUNT(*) FROM "
                    + drills
                    + " AND outcome = 'OK' AND ended_at >= SYSDATE(6) - INTERVAL ? SECOND",
                dataset.name(),
                dataset.shard(),
                seconds)
            > 0;
    boolean old =
        session.number(
                "SELECT COUNT(*) FROM "
                    + controlSchema.quoted()
                    + ".day_ledger WHERE dataset = ? AND shard = ?"
                    + " AND progress IN ('PROVEN', 'HELD', 'DROPPING', 'DROPPED')"
                    + " AND proven_at < SYSDATE(6) - INTERVAL ? SECOND",
                dataset.name(),
                dataset.shard(),
                seconds)
            > 0;
    return Optional.of(new State(lastOk, lastFailure, old && !fresh));
  }
}
