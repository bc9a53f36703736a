package io.tallykeep.jobs.retention.archive;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.Publication;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.ArchiveCommits;
import io.tallykeep.jobs.retention.PartitionStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;

/**
 * Publish: record PUBLISHING by compare-and-set on the freeze number, then one Iceberg commit that
 * carries the run id. The commit checks the freeze number again in the transaction that moves the
 * pointer (architecture, section 5.1, step 4).
 */
final class PublishStep extends PartitionStep {
  PublishStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "publish";
  }

  @Override
  protected StepOutcome run(PartitionWork work, PartitionRun run) throws SQLException {
    if (work.progress().isAtLeast(Progress.PUBLISHED)) {
      return new StepOutcome.Done("published before");
    }
    long freezeNumber = work.freezeNumber();
    if (work.progress() == Progress.COPIED) {
      StepOutcome begun =
          PartitionWork.outcome(
              work.transitions().publishing(work.session(), work.frozenDays(), run.runId()),
              "publishing");
      if (!(begun instanceof StepOutcome.Done)) {
        return begun;
      }
    } else {
      work.requireProgress(Progress.PUBLISHING);
    }
    Publication publication = publication(work, run, freezeNumber);
    ArchiveTable table = work.archiveTable();
    ArchiveCommits commits = work.commits(table);
    CommitOutcome outcome =
        table.publish(
            publication,
            commits.guard(
                connection ->
                    work.transitions().isPublishing(connection, work.frozenDays(), run.runId())));
    return commits.outcome(
        work.session(), outcome, sequence -> published(work, run, sequence, publication));
  }

  private static StepOutcome published(
      PartitionWork work, PartitionRun run, long sequence, Publication publication)
      throws SQLException {
    return PartitionWork.outcome(
        work.transitions().published(work.session(), work.frozenDays(), run.runId(), sequence),
        publication.files().size() + " file(s) in snapshot sequence " + sequence);
  }

  private static Publication publication(PartitionWork work, PartitionRun run, long freezeNumber)
      throws SQLException {
    ArchiveFiles archiveFiles = new ArchiveFiles(work.servers().controlSchema());
    List<ArchiveFiles.Recorded> recorded =
        archiveFiles.of(work.connection(), run.runId(), freezeNumber);
    Set<String> replaces =
        archiveFiles.pathsOfOtherAttempts(
            work.connection(), run, work.dataset().shard(), freezeNumber, Set.copyOf(work.days()));
    ArchiveSchema schema = work.schema();
    FileIO io = work.servers().storage().fileIO();
    List<DataFile> files = recorded.stream().map(file -> file.describe(schema, io)).toList();
    TableDigest digest =
        recorded.stream()
            .map(ArchiveFiles.Recorded::digest)
            .reduce(TableDigest.ZERO, TableDigest::plus);
    return new Publication(
        work.dataset().name(),
        work.dataset().shard(),
        run.tablePartition(),
        run.runId(),
        freezeNumber,
        files,
        digest,
        replaces);
  }
}
