package io.tallykeep.jobs.retention.drill;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.restore.RestoreOutcome;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The control schema's record of drills. */
final class DrillLog {
  private final Identifier controlSchema;
  private final String drills;

  DrillLog(Identifier controlSchema) {
    this.controlSchema = controlSchema;
    this.drills = controlSchema.quoted() + ".drill";
  }

  /** A drill whose end nobody recorded: its process was killed. */
  record Open(String drillId, TableName target) {}

  List<Open> open(Session session, Dataset dataset) throws SQLException {
    return session.query(
        "SELECT drill_id, target_table FROM "
            + drills
            + " WHERE dataset = ? AND shard = ? AND ended_at IS NULL ORDER BY started_at",
        row ->
            new Open(
                row.getString(1), new TableName(controlSchema, Identifier.of(row.getString(2)))),
        dataset.name(),
        dataset.shard());
  }

  void begin(Session session, String drillId, Dataset dataset, LocalDate day, TableName target)
      throws SQLException {
    session.update(
        "INSERT INTO "
            + drills
            + " (drill_id, dataset, shard, event_day, target_table) VALUES (?, ?, ?, ?, ?)",
        drillId,
        dataset.name(),
        dataset.shard(),
        day,
        target.table().value());
  }

  void end(Session session, String drillId, DrillResult result) throws SQLException {
    Optional<RestoreOutcome.Day> day =
        result.outcome() instanceof RestoreOutcome.Restored restored
            ? restored.days().stream().findFirst()
            : Optional.empty();
    session.update(
        "UPDATE "
            + drills
            + " SET outcome = ?, reason = LEFT(?, 2000), row_count = ?, digest = ?,"
            + " ended_at = SYSDATE(6) WHERE drill_id = ?",
        result.isOk() ? "OK" : "FAILED",
        result.reason(),
        result.isOk() ? result.rowCount() : null,
        day.map(restored -> HexFormat.of().parseHex(restored.digest().hex())).orElse(null),
        drillId);
  }

  void abandon(Session session, String drillId) throws SQLException {
    session.update(
        "UPDATE "
            + drills
            + " SET outcome = 'UNFINISHED', ended_at = SYSDATE(6) WHERE drill_id = ?",
        drillId);
  }

  /**
   * Days in the order their turn comes: never drilled first, then those drilled longest ago; of
   * equals the older day.
   *
   * @param archived the days there are
   * @param most how many at most
   */
  List<LocalDate> next(Session session, Dataset dataset, List<LocalDate> archived, int most)
      throws SQLException {
    Map<LocalDate, String> last = new HashMap<>();
    session.query(
        "SELECT event_day, DATE_FORMAT(MAX(ended_at), '%Y-%m-%d %H:%i:%s.%f') FROM "
            + drills
            + " WHERE dataset = ? AND shard = ? AND outcome IN ('OK', 'FAILED')"
            + " GROUP BY event_day",
        row -> last.put(row.getObject(1, LocalDate.class), row.getString(2)),
        dataset.name(),
        dataset.shard());
    return archived.stream()
        .sorted(
            Comparator.comparing((LocalDate day) -> last.getOrDefault(day, ""))
                .thenComparing(day -> day))
        .limit(most)
        .toList();
  }
}
