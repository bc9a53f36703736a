package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.freeze.CloseDays;
import io.tallykeep.jobs.retention.lock.TableLock;
import java.sql.SQLException;

/**
 * Close: from now on the days take no inserts, ever; their rows can still be finished by UPDATE
 * (architecture, section 5.1, step 2).
 */
final class CloseStep extends LockedStep {
  CloseStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "close";
  }

  @Override
  protected StepOutcome run(RetainedDataset retained, PartitionRun run, TableLock lock)
      throws SQLException {
    return outcome(
        new CloseDays(servers().guardDefinition(retained), veto())
            .close(lock, run.tablePartition()),
        "closed");
  }
}
