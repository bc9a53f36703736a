package io.tallykeep.jobs.retention.drop;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetentionJob;
import org.springframework.batch.core.job.Job;

/** {@code jobs run drop}: brings one table partition from HELD to DROPPED. */
public final class DropJob implements RetentionJob {
  private static final String NAME = "drop";

  private final Job job;

  public DropJob(PartitionJobs jobs, PartitionWork.Factory works) {
    this.job = jobs.job(NAME, new DropStep(works));
  }

  @Override
  public String name() {
    return NAME;
  }

  /** What the job would do. */
  public static JobPlanner newPlanner() {
    return (connection, retained, state, asOf) -> new DropPlan(retained, asOf).lines(state);
  }

  @Override
  public JobPlanner planner() {
    return newPlanner();
  }

  @Override
  public Job batchJob() {
    return job;
  }
}
