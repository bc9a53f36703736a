package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.Publication;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.ArchiveCommits;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.late.LateRun.Progress;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;

/**
 * Publish: one Iceberg commit with the run id adds the late files and takes away, by path, those of
 * attempts that were given up. The transaction that moves the pointer looks whether this attempt
 * has not been given up itself.
 */
final class LatePublishStep extends LateStep {
  LatePublishStep(LateWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "publish";
  }

  @Override
  StepOutcome run(LateWork work, PartitionRun run, Optional<LateRun> attempt) throws SQLException {
    LateRun late = attempt.orElseThrow();
    if (!late.hasRows() || late.progress() != Progress.COPIED) {
      return new StepOutcome.Done(late.hasRows() ? "published before" : "nothing to publish");
    }
    ArchiveTable table = work.archiveTable();
    ArchiveCommits commits = new ArchiveCommits(work.fence(), work.ledgerKey(), table);
    CommitOutcome outcome =
        table.publish(
            publication(work, run, late),
            commits.guard(connection -> work.runs().isCopied(connection, run.runId())));
    return commits.outcome(work.session(), outcome, sequence -> published(work, run, sequence));
  }

  private static StepOutcome published(LateWork work, PartitionRun run, long sequence)
      throws SQLException {
    return work.runs().published(work.session(), run.runId(), sequence)
        ? new StepOutcome.Done("in snapshot sequence " + sequence)
        : abandoned(run);
  }

  private static Publication publication(LateWork work, PartitionRun run, LateRun late)
      throws SQLException {
    ArchiveSchema schema = work.schema();
    List<ArchiveFiles.Recorded> recorded = work.recorded(run.runId());
    FileIO io = work.servers().storage().fileIO();
    List<DataFile> files = recorded.stream().map(file -> file.describe(schema, io)).toList();
    return new Publication(
        work.dataset().name(),
        work.dataset().shard(),
        LateRuns.TABLE_PARTITION,
        run.runId(),
        LateWork.NO_FREEZE,
        files,
        late.digest(),
        work.runs().abandonedPaths(work.session()));
  }
}
