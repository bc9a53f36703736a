package io.tallykeep.jobs.retention.archive;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.PartitionStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.copy.PublishedFiles.Evidence;
import io.tallykeep.jobs.retention.ledger.DayProof;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prove: read the files back from the object store through the published snapshot and compare count
 * and digest of every file with what the frozen rows gave (architecture, section 5.1, step 5). A
 * day without rows is proven too: its archive is empty and said to be.
 */
final class ProveStep extends PartitionStep {
  ProveStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "prove";
  }

  @Override
  protected StepOutcome run(PartitionWork work, PartitionRun run) throws SQLException {
    if (work.progress().isAtLeast(Progress.PROVEN)) {
      return new StepOutcome.Done("proven before");
    }
    work.requireProgress(Progress.PUBLISHED);
    Evidence evidence = work.publishedFiles(run.runId()).readBack(work.schema());
    List<String> differences = new ArrayList<>(evidence.differences());
    TableDigest total = TableDigest.ZERO;
    Map<LocalDate, DayProof> proofs = new HashMap<>();
    for (LocalDate day : work.days()) {
      TableDigest found = evidence.of(day);
      total = total.plus(found);
      proofs.put(day, new DayProof(found.rowCount(), found.hex()));
    }
    if (!differences.isEmpty()) {
      return new StepOutcome.Quarantined("PROOF_FAILED", String.join("; ", differences));
    }
    return PartitionWork.outcome(
        work.transitions().proven(work.session(), work.frozenDays(), run.runId(), proofs),
        total.rowCount() + " rows read back, digest " + total.hex());
  }
}
