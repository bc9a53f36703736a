package io.tallykeep.jobs.retention.drop;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionJob;
import io.tallykeep.jobs.retention.plan.TableState;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.List;
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

  @Override
  public List<PlanLine> plan(
      Connection connection, RetainedDataset retained, TableState state, LocalDate asOf) {
    return new DropPlan(retained, asOf).lines(state);
  }

  @Override
  public Job batchJob() {
    return job;
  }
}
