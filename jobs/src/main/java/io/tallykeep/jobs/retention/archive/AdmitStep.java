package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.ArchiveLostException;
import io.tallykeep.jobs.retention.PartitionStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.PlanLine;
import java.sql.SQLException;

/**
 * Admit: is the partition still eligible, now that it is its turn? By its real bounds, older than
 * the online window, nothing quarantined, the guard whole, the archive's table ready. Unknown
 * counts as no (architecture, section 5.1, step 1).
 */
final class AdmitStep extends PartitionStep {
  AdmitStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "admit";
  }

  @Override
  protected StepOutcome run(PartitionWork work, PartitionRun run) throws SQLException {
    PlanLine line = new ArchivePlan(work.retained(), run.asOf()).line(work.state());
    if (line.action() == PlanLine.Action.ATTENTION) {
      return new StepOutcome.Quarantined(line.code(), line.reason());
    }
    if (!line.isWork()) {
      return new StepOutcome.Deferred(line.code(), line.reason());
    }
    try {
      ArchiveLostException.tableOrThrow(work.servers(), work.session(), work.schema());
    } catch (ArchiveLostException e) {
      // Deferred: nothing is wrong with the partition.
      return new StepOutcome.Deferred("ARCHIVE_LOST", String.valueOf(e.getMessage()));
    }
    return new StepOutcome.Done(
        line.code() + ", " + work.state().days().size() + " event day(s): " + line.reason());
  }
}
