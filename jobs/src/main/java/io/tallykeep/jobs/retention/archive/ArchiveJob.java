package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.plan.ArchivePlan;
import io.tallykeep.jobs.retention.plan.TableState;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.List;
import org.springframework.batch.core.job.Job;

/** {@code jobs run archive}: brings one table partition from ONLINE to HELD. */
public final class ArchiveJob implements RetentionJob {
  private static final String NAME = "archive";

  private final Job job;

  public ArchiveJob(PartitionJobs jobs, PartitionWork.Factory works) {
    this.job =
        jobs.job(
            NAME,
            new AdmitStep(works),
            new CloseStep(works),
            new FreezeStep(works),
            new CopyStep(works),
            new PublishStep(works),
            new ProveStep(works),
            new HoldStep(works));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<PlanLine> plan(
      Connection connection, RetainedDataset retained, TableState state, LocalDate asOf) {
    return new ArchivePlan(retained, asOf).lines(state);
  }

  @Override
  public Job batchJob() {
    return job;
  }
}
