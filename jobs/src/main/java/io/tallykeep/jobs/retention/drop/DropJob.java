package io.tallykeep.jobs.retention.drop;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.verifier.ledger.LedgerKey;
import org.springframework.batch.core.job.Job;

/** {@code jobs run drop}: brings one table partition from HELD to DROPPED. */
public final class DropJob implements RetentionJob {
  private static final String NAME = "drop";

  private final PartitionJobs jobs;
  private final RetentionServers servers;
  private final RetainedDatasets datasets;

  public DropJob(PartitionJobs jobs, RetentionServers servers, RetainedDatasets datasets) {
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
        new DropPlan(
                retained,
                asOf,
                new LegalHolds(LedgerKey.of(servers.controlSchema(), retained.dataset()))
                    .active(connection))
            .lines(state);
  }

  @Override
  public JobPlanner planner() {
    return newPlanner(servers);
  }

  @Override
  public Job batchJob(Fence fence) {
    return jobs.job(NAME, new DropStep(new PartitionWork.Factory(servers, datasets, fence)));
  }
}
