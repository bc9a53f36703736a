package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.retention.ArchiveLostException;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.PageBreak;
import io.tallykeep.jobs.retention.copy.PublishedFiles;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.ledger.StalePointer;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.throttle.LoadThrottle;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.util.List;

/**
 * What a step on the late rows of one dataset works with: a session of its own, the record of the
 * attempts, the archive. Not thread-safe.
 */
final class LateWork {
  /** Stands where a freeze number would: late rows are never frozen. */
  static final long NO_FREEZE = 0;

  /**
   * Opens the work of a run.
   *
   * @param fence the lease the run works under
   */
  record Factory(RetentionServers servers, RetainedDatasets datasets, Fence fence) {
    LateWork on(PartitionRun run, Session session) {
      return new LateWork(servers, fence, datasets.named(run.dataset()), session);
    }
  }

  private final RetentionServers servers;
  private final Fence fence;
  private final RetainedDataset retained;
  private final Session session;

  private LateWork(
      RetentionServers servers, Fence fence, RetainedDataset retained, Session session) {
    this.servers = servers;
    this.fence = fence;
    this.retained = retained;
    this.session = session;
  }

  RetentionServers servers() {
    return servers;
  }

  Fence fence() {
    return fence;
  }

  Dataset dataset() {
    return retained.dataset();
  }

  Session session() {
    return session;
  }

  /** Pauses while the server has more to do than is allowed for. */
  PageBreak throttle(String what) {
    return new LoadThrottle(servers.settings().throttle(), what);
  }

  LedgerKey ledgerKey() {
    return LedgerKey.of(servers.controlSchema(), dataset());
  }

  LateRuns runs() {
    return new LateRuns(ledgerKey());
  }

  ArchiveFiles archiveFiles() {
    return new ArchiveFiles(servers.controlSchema());
  }

  /** The late table as the data dictionary shows it. */
  SourceTable lateTable() throws SQLException {
    return SourceTable.read(session.connection(), dataset().lateTable())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "late table "
                        + dataset().lateTable()
                        + " is gone, or this account may not see it. 'guard install' creates it."));
  }

  /** The archive's schema, mapped from the late table, whose name stands in messages. */
  ArchiveSchema schema() throws SQLException {
    return ArchiveSchema.of(dataset(), lateTable());
  }

  /**
   * The dataset's archive table; created where there is none yet.
   *
   * @throws ArchiveLostException if there was one
   */
  ArchiveTable archiveTable() throws SQLException {
    return ArchiveLostException.tableOrThrow(servers, session, schema());
  }

  /** Whether the table's pointer is older than the ledger. */
  StalePointer stalePointer(ArchiveTable table) {
    return new StalePointer(ledgerKey(), table);
  }

  /** What an attempt wrote. */
  List<ArchiveFiles.Recorded> recorded(String runId) throws SQLException {
    return archiveFiles().of(session.connection(), runId, NO_FREEZE);
  }

  /** The files of an attempt, to be looked for at the archive's current pointer. */
  PublishedFiles publishedFiles(ArchiveTable table, List<ArchiveFiles.Recorded> recorded) {
    return new PublishedFiles(table.at(table.pointer()), servers.storage(), recorded);
  }
}
