package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** A protocol step that works on one table partition, as the ledger and the table show it now. */
public abstract class PartitionStep implements ProtocolStep {
  private final PartitionWork.Factory works;

  protected PartitionStep(PartitionWork.Factory works) {
    this.works = works;
  }

  @Override
  public final StepOutcome run(PartitionRun run) throws SQLException, IOException {
    try (PartitionWork.Opened opened = works.open(run)) {
      Optional<PartitionWork> work = opened.work();
      if (work.isEmpty()) {
        return withoutPartition(run);
      }
      Optional<StepOutcome> refused = LockedStep.refusedBy(opened.session());
      if (refused.isPresent()) {
        return refused.get();
      }
      return run(work.get(), run);
    }
  }

  /** Brings the step's effect about on a partition that is there. */
  protected abstract StepOutcome run(PartitionWork work, PartitionRun run)
      throws SQLException, IOException;

  /** What to do when the table has no such partition. */
  protected StepOutcome withoutPartition(PartitionRun run) throws SQLException {
    return new StepOutcome.Quarantined(
        "PARTITION_LOST",
        "table partition "
            + run.tablePartition()
            + " of dataset "
            + run.dataset()
            + " is gone: somebody else dropped or renamed it.");
  }

  @Override
  public final void recordStop(PartitionRun run, StepOutcome outcome) throws SQLException {
    works.recordStop(run, outcome);
  }
}
