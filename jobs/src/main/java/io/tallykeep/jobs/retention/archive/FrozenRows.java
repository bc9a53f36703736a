package io.tallykeep.jobs.retention.archive;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A cheap look, every night, at rows that can't have changed: those of frozen partitions that have
 * not been dropped. It finds what fires no trigger (TRUNCATE PARTITION, row events from a binary
 * log) long before the digest at the drop does, which alone decides.
 */
final class FrozenRows {
  private final Identifier controlSchema;
  private final Dataset dataset;

  FrozenRows(Identifier controlSchema, Dataset dataset) {
    this.controlSchema = controlSchema;
    this.dataset = dataset;
  }

  /** What was found about a partition. */
  record Finding(String code, String text) {}

  /** Findings by partition name. */
  Map<String, Finding> look(Connection connection, TableState state) throws SQLException {
    List<PartitionState> frozen = state.partitions().stream().filter(FrozenRows::isFrozen).toList();
    Map<String, Finding> findings = new HashMap<>();
    if (frozen.isEmpty()) {
      return findings;
    }
    Session session = Session.asItIs(connection);
    Map<String, LocalDateTime> written = written(session);
    for (PartitionState partition : frozen) {
      String name = partition.partition().name().value();
      LocalDateTime frozenAt = frozenAt(session, partition);
      LocalDateTime writtenAt = written.get(name.toLowerCase(Locale.ROOT));
      if (isEmptied(session, partition)) {
        findings.put(
            name,
            new Finding(
                "PARTITION_EMPTIED",
                "was proven to hold rows and holds none: somebody truncated it. Look-ups find its"
                    + " events in the archive; nothing more is done with it until somebody has"
                    + " looked."));
      } else if (writtenAt != null && writtenAt.isAfter(frozenAt.plusSeconds(1))) {
        findings.put(
            name,
            new Finding(
                "WRITTEN_AFTER_FREEZE",
                "was frozen at "
                    + frozenAt
                    + " UTC, and MySQL says that it was written at "
                    + writtenAt
                    + " UTC: a write that fires no trigger, such as TRUNCATE PARTITION or one applied"
                    + " from a binary log. Find out which; the digest before the drop decides."));
      }
    }
    return findings;
  }

  private static boolean isFrozen(PartitionState state) {
    return state
        .progress()
        .map(at -> at.isAtLeast(Progress.FROZEN) && !at.isAtLeast(Progress.DROPPED))
        .orElse(false);
  }

  /** When InnoDB saw each partition written last; it forgets that at a restart and at DDL. */
  private Map<String, LocalDateTime> written(Session session) throws SQLException {
    Map<String, LocalDateTime> written = new HashMap<>();
    session.execute("SET SESSION information_schema_stats_expiry = 0");
    session
        .query(
            "SELECT PARTITION_NAME, UPDATE_TIME FROM information_schema.PARTITIONS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND UPDATE_TIME IS NOT NULL",
            row -> Map.entry(row.getString(1), row.getObject(2, LocalDateTime.class)),
            dataset.table().schema().value(),
            dataset.table().table().value())
        .forEach(entry -> written.put(entry.getKey().toLowerCase(Locale.ROOT), entry.getValue()));
    return written;
  }

  private LocalDateTime frozenAt(Session session, PartitionState partition) throws SQLException {
    LedgerKey key = LedgerKey.of(controlSchema, dataset);
    return session
        .first(
            "SELECT MAX(frozen_at) FROM "
                + key.table()
                + " WHERE dataset = ? AND shard = ? AND event_day BETWEEN ? AND ?",
            row -> row.getObject(1, LocalDateTime.class),
            key.dataset(),
            key.shard(),
            partition.eventDays().get(0),
            partition.eventDays().get(partition.eventDays().size() - 1))
        .orElseThrow();
  }

  private boolean isEmptied(Session session, PartitionState partition) throws SQLException {
    long proven = partition.days().stream().mapToLong(day -> day.rowCount().orElse(0)).sum();
    return proven > 0
        && session
            .first(
                "SELECT 1 FROM "
                    + dataset.table().quoted()
                    + " PARTITION ("
                    + partition.partition().name().quoted()
                    + ") LIMIT 1",
                row -> row.getInt(1))
            .isEmpty();
  }
}
