package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.Fence;
import org.springframework.batch.core.job.Job;

/** {@code jobs run archive}: brings one table partition from ONLINE to HELD. */
public final class ArchiveJob implements RetentionJob {
  private static final String NAME = "archive";

  private final PartitionJobs jobs;
  private final RetentionServers servers;
  private final RetainedDatasets datasets;

  public ArchiveJob(PartitionJobs jobs, RetentionServers servers, RetainedDatasets datasets) {
    this.jobs = jobs;
    this.servers = servers;
    this.datasets = datasets;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** What the job would do. */
  public static JobPlanner newPlanner(RetentionServers servers) {
    return (connection, retained, state, asOf) ->
        new ArchivePlan(retained, asOf)
            .lines(
                state,
                new FrozenRows(servers.controlSchema(), retained.dataset())
                    .look(connection, state));
  }

  @Override
  public JobPlanner planner() {
    return newPlanner(servers);
  }

  @Override
  public Job batchJob(Fence fence) {
    PartitionWork.Factory works = new PartitionWork.Factory(servers, datasets, fence);
    return jobs.job(
        NAME,
        new AdmitStep(works),
        new CloseStep(works),
        new FreezeStep(works),
        new CopyStep(works),
        new PublishStep(works),
        new ProveStep(works),
        new HoldStep(works));
  }
}
