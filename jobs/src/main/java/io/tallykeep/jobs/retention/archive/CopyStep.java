package io.tallykeep.jobs.retention.archive;

import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.PartitionStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.CopyBounds;
import io.tallykeep.jobs.retention.copy.PartitionReader;
import io.tallykeep.jobs.retention.copy.RowCountException;
import io.tallykeep.jobs.retention.copy.UnexpectedDayException;
import io.tallykeep.jobs.retention.freeze.DaysOutcome;
import io.tallykeep.jobs.retention.freeze.ThawDays;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.throttle.LoadThrottle;
import io.tallykeep.jobs.retention.throttle.ServerBusyException;
import io.tallykeep.verifier.ledger.Progress;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/**
 * Copy: the frozen rows, in identity order, to data files that no snapshot names yet; count and
 * digest of each day from MySQL's values on the way (architecture, section 5.1, step 3).
 *
 * <p>A row that the archive can't hold, or of a day that is not frozen, thaws the partition; rows
 * that change in number while they are read quarantine it. An attempt that ended half-way left
 * files that nothing names; a new attempt writes new ones.
 */
final class CopyStep extends PartitionStep {
  CopyStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "copy";
  }

  @Override
  protected StepOutcome run(PartitionWork work, PartitionRun run) throws SQLException, IOException {
    if (work.progress().isAtLeast(Progress.COPIED)) {
      return new StepOutcome.Done("copied before");
    }
    work.requireProgress(Progress.FROZEN);
    CopyBounds bounds = CopyBounds.of(work.servers().settings().copy());
    ArchiveTable table = work.archiveTable();
    LoadThrottle throttle =
        new LoadThrottle(work.servers().settings().throttle(), "copy of " + run.tablePartition());
    PartitionReader reader = work.reader(bounds.pageRows()).pausing(throttle);
    PartitionReader.Copied copied;
    try {
      copied =
          reader.copy(
              work.connection(),
              day ->
                  work.servers()
                      .storage()
                      .fileIO()
                      .newOutputFile(table.newDataFilePath(day, run.runId())),
              bounds);
    } catch (ServerBusyException e) {
      return new StepOutcome.Deferred("SERVER_BUSY", String.valueOf(e.getMessage()));
    } catch (UnstorableValueException | UnexpectedDayException e) {
      return thawed(work, run, String.valueOf(e.getMessage()));
    } catch (RowCountException e) {
      return new StepOutcome.Quarantined("ROWS_MISCOUNTED", String.valueOf(e.getMessage()));
    }
    List<Objection> objections = work.fence().leaseObjections(work.connection());
    if (!objections.isEmpty()) {
      // Another worker's copy may be on record by now: this one's files stay orphans.
      return PartitionWork.stopped(objections);
    }
    long freezeNumber = work.freezeNumber();
    new ArchiveFiles(work.servers().controlSchema())
        .record(
            work.connection(),
            run,
            work.dataset().shard(),
            freezeNumber,
            ArchiveFiles.Recorded.of(copied.files(), work.servers().storage()));
    long bytes = copied.files().stream().mapToLong(WrittenFile::sizeBytes).sum();
    return PartitionWork.outcome(
        work.transitions().copied(work.session(), work.frozenDays(), run.runId()),
        copied.digests().total().rowCount()
            + " rows to "
            + copied.files().size()
            + " file(s), "
            + bytes
            + " bytes"
            + throttle.report());
  }

  /**
   * A row that can't be archived can be corrected only where it is not frozen: the days go back to
   * CLOSED, and the next night begins with them anew.
   */
  private static StepOutcome thawed(PartitionWork work, PartitionRun run, String why)
      throws SQLException {
    LockAttempt<TableLock> attempt =
        TableLock.tryAcquire(
            work.servers().source(),
            work.dataset().table(),
            work.servers().settings().worker().silence());
    if (attempt instanceof LockAttempt.Refused<TableLock> refused) {
      return LockedStep.lockedBy(refused);
    }
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      DaysOutcome outcome =
          new ThawDays(work.servers().guardDefinition(work.retained()))
              .thaw(lock, run.tablePartition());
      return outcome instanceof DaysOutcome.Deferred deferred
          ? LockedStep.deferral(deferred.reason(), deferred.detail())
          : new StepOutcome.Deferred("ROW_NOT_ARCHIVABLE", why + " The days are thawed.");
    }
  }
}
