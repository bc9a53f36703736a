package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.freeze.FreezeDays;
import io.tallykeep.jobs.retention.lock.TableLock;
import java.sql.SQLException;

/**
 * Freeze: from now on the days' rows can't be changed. No row is live and every business key is
 * online and decided, before and after (architecture, section 5.1, step 2).
 */
final class FreezeStep extends LockedStep {
  FreezeStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "freeze";
  }

  @Override
  protected StepOutcome run(RetainedDataset retained, PartitionRun run, TableLock lock)
      throws SQLException {
    return outcome(
        new FreezeDays(servers().guardDefinition(retained), veto())
            .freeze(lock, run.tablePartition()),
        "frozen");
  }
}
