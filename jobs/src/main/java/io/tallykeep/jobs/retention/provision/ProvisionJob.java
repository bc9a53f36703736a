package io.tallykeep.jobs.retention.provision;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.Fence;
import java.util.List;
import org.springframework.batch.core.job.Job;

/** {@code jobs run provision}: table partitions, with their ledger rows, some days ahead. */
public final class ProvisionJob implements RetentionJob {
  private static final String NAME = "provision";

  private final Job job;

  public ProvisionJob(PartitionJobs jobs, RetentionServers servers, RetainedDatasets datasets) {
    this.job = jobs.job(NAME, new ProvisionStep(servers, datasets));
  }

  @Override
  public String name() {
    return NAME;
  }

  /** What the job would do. */
  public static JobPlanner newPlanner() {
    return (connection, retained, state, asOf) -> {
      ProvisionPlan plan = new ProvisionPlan(retained, state, asOf);
      return plan.lines(new CatchAll(retained.dataset(), plan.catchAll()).rows(connection));
    };
  }

  @Override
  public JobPlanner planner() {
    return newPlanner();
  }

  /** Takes nothing away: neither a pause nor a lost lease keeps partitions from being created. */
  @Override
  public Job batchJob(Fence fence) {
    return job;
  }

  /** All partitions are created by one statement: one unit, whatever their number. */
  @Override
  public List<PlanLine> units(List<PlanLine> plan) {
    return plan.stream().filter(PlanLine::isWork).limit(1).toList();
  }
}
