package io.tallykeep.jobs.retention.attention;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.jobs.retention.audit.OperatorActions;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Everything on record about one table partition.
 *
 * @param tablePartition its name
 * @param bounds its days as the table bounds them; empty where the table has no such partition
 * @param explanation what a person should know first: a lost partition, or what comes next
 * @param days its days
 * @param files the data files of every copy attempt
 * @param holds the legal holds on its days
 * @param actions what people did about it, oldest first
 */
public record PartitionReport(
    String tablePartition,
    Optional<String> bounds,
    String explanation,
    List<Day> days,
    List<File> files,
    List<LegalHold> holds,
    List<OperatorAction.Recorded> actions) {
  /**
   * One day.
   *
   * @param times when it was closed, frozen, proven, dropped, expired; UTC, "-" where it was not
   */
  public record Day(LedgerDay ledger, int attentionNights, Times times) {}

  /** A day's times as the ledger has them, in UTC. */
  public record Times(
      String closedAt, String frozenAt, String provenAt, String droppedAt, String expiredAt) {}

  /**
   * One data file on record.
   *
   * @param proven whether it is of the attempt that the ledger names
   * @param lateRun the run of late rows that wrote it and how far that is, if one did
   */
  public record File(
      LocalDate eventDay,
      String path,
      long sizeBytes,
      long rowCount,
      boolean proven,
      Optional<String> lateRun) {}

  /**
   * Reads all of it.
   *
   * @throws io.tallykeep.jobs.settings.BadConfigurationException if the ledger has no such
   *     partition
   */
  public static PartitionReport read(
      Session session, Identifier controlSchema, Dataset dataset, String tablePartition)
      throws SQLException {
    LedgerKey key = LedgerKey.of(controlSchema, dataset);
    PartitionRows rows = PartitionRows.read(session, key, dataset, tablePartition);
    return new PartitionReport(
        rows.name(),
        rows.partition().map(PartitionReport::bounds),
        explanation(rows),
        days(session, key, rows),
        files(session, key, rows),
        new LegalHolds(key)
            .active(session.connection()).stream()
                .filter(hold -> hold.covers(rows.first(), rows.last()))
                .toList(),
        LedgerTable.exists(session.connection(), controlSchema, "operator_action")
            ? new OperatorActions(controlSchema).about(session, key, rows.first(), rows.last())
            : List.of());
  }

  private static String bounds(TablePartition partition) {
    return partition.lowerInclusive().map(lower -> "from " + lower).orElse("every earlier day")
        + partition.upperExclusive().map(upper -> ", before " + upper).orElse(", no upper bound");
  }

  private static String explanation(PartitionRows rows) {
    return rows.lost().isEmpty()
        ? Stops.next(rows)
        : "PARTITION_LOST: the ledger has "
            + rows.lost().size()
            + " day(s) in it whose rows are not dropped, and the table has no partition of that name"
            + " over them: somebody dropped, renamed, merged or split it. Look-ups of these days are"
            + " undecidable. Rename or restore the partition to "
            + rows.name()
            + " with exactly these days.";
  }

  private static List<Day> days(Session session, LedgerKey key, PartitionRows rows)
      throws SQLException {
    List<Day> days = new java.util.ArrayList<>();
    for (LedgerDay day : rows.days()) {
      days.add(
          session
              .first(
                  "SELECT attention_nights, CAST(closed_at AS CHAR), CAST(frozen_at AS CHAR),"
                      + " CAST(proven_at AS CHAR), CAST(dropped_at AS CHAR),"
                      + " CAST(expired_at AS CHAR) FROM "
                      + key.table()
                      + " WHERE dataset = ? AND shard = ? AND event_day = ?",
                  row -> new Day(day, row.getInt(1), times(row)),
                  key.dataset(),
                  key.shard(),
                  day.day())
              .orElseThrow());
    }
    return days;
  }

  private static Times times(ResultSet row) throws SQLException {
    return new Times(time(row, 2), time(row, 3), time(row, 4), time(row, 5), time(row, 6));
  }

  private static String time(ResultSet row, int column) throws SQLException {
    String time = row.getString(column);
    return time == null ? "-" : time;
  }

  private static List<File> files(Session session, LedgerKey key, PartitionRows rows)
      throws SQLException {
    LedgerDay first = rows.days().get(0);
    String schema = key.controlSchema().quoted();
    boolean lateRuns = LedgerTable.exists(session.connection(), key.controlSchema(), "late_run");
    return session.query(
        "SELECT f.event_day, f.path, f.size_bytes, f.row_count,"
            + " f.run_id = ? AND f.freeze_number = ?, "
            + (lateRuns ? "CONCAT(l.run_id, ', ', l.progress)" : "NULL")
            + " FROM "
            + schema
            + ".archive_file f"
            + (lateRuns ? " LEFT JOIN " + schema + ".late_run l ON l.run_id = f.run_id" : "")
            + " WHERE f.dataset = ? AND f.shard = ? AND f.event_day BETWEEN ? AND ?"
            + " ORDER BY f.event_day, f.written_at, f.ordinal",
        row ->
            new File(
                row.getObject(1, LocalDate.class),
                row.getString(2),
                row.getLong(3),
                row.getLong(4),
                row.getBoolean(5),
                Optional.ofNullable(row.getString(6))),
        first.runId().orElse(""),
        first.freezeNumber().orElse(0),
        key.dataset(),
        key.shard(),
        rows.first(),
        rows.last());
  }
}
