package io.tallykeep.jobs.retention.archive;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.PartitionStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.copy.PublishedFiles.Evidence;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prove: read the files back from the object store through the published snapshot and compare count
 * and digest of every day with what the frozen rows gave (architecture, section 5.1, step 5).
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
    Evidence evidence = work.publishedFiles(run).readBack(work.schema());
    List<String> differences = new ArrayList<>(evidence.differences());
    TableDigest total = TableDigest.ZERO;
    for (LedgerDay day : work.state().days()) {
      TableDigest expected = work.recordedDigest(day);
      TableDigest found = evidence.of(day.day());
      total = total.plus(found);
      if (!expected.equals(found)) {
        differences.add(
            "event day "
                + day.day()
                + ": MySQL had "
                + expected
                + ", the archive gives "
                + found);
      }
    }
    if (!differences.isEmpty()) {
      return new StepOutcome.Quarantined("PROOF_FAILED", String.join("; ", differences));
    }
    work.transitions()
        .proven(work.connection(), run.runId(), work.freezeNumber(), work.days());
    return new StepOutcome.Done(total.rowCount() + " rows read back, digest " + total.hex());
  }
}
