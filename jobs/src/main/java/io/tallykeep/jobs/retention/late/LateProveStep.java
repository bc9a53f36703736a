package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.copy.PublishedFiles.Evidence;
import io.tallykeep.jobs.retention.late.LateRun.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prove: read the late files back from the object store through the published snapshot and compare
 * count and digest of every file with what MySQL gave. What is not proven is given up by the next
 * run, whose files replace it: the rows are all in MySQL still.
 */
final class LateProveStep extends LateStep {
  LateProveStep(LateWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "prove";
  }

  @Override
  StepOutcome run(LateWork work, PartitionRun run, Optional<LateRun> attempt) throws SQLException {
    LateRun late = attempt.orElseThrow();
    if (!late.hasRows() || late.progress() != Progress.PUBLISHED) {
      return new StepOutcome.Done(late.hasRows() ? "proven before" : "nothing to prove");
    }
    Evidence evidence =
        work.publishedFiles(work.archiveTable(), work.recorded(run.runId()))
            .readBack(work.schema());
    List<String> differences = new ArrayList<>(evidence.differences());
    TableDigest found =
        evidence.byDay().values().stream().reduce(TableDigest.ZERO, TableDigest::plus);
    if (differences.isEmpty() && !found.equals(late.digest())) {
      differences.add("copied were " + late.digest() + ", the files on record hold " + found);
    }
    if (!differences.isEmpty()) {
      return new StepOutcome.Quarantined("PROOF_FAILED", String.join("; ", differences));
    }
    return work.runs().advance(work.session(), run.runId(), Progress.PUBLISHED, Progress.PROVEN)
        ? new StepOutcome.Done(found.rowCount() + " late rows read back, digest " + found.hex())
        : abandoned(run);
  }
}
