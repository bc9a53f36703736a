package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.retention.fence.Fence;
import java.util.List;
import org.springframework.batch.core.job.Job;

/** One of the nightly jobs: its plan and its Batch job. */
public interface RetentionJob {
  /** The job's name on the command line. */
  String name();

  JobPlanner planner();

  /**
   * The Batch job that does one unit of the plan's work.
   *
   * @param fence the lease the run works under
   */
  Job batchJob(Fence fence);

  /** The units of work: by default one per line that is work. */
  default List<PlanLine> units(List<PlanLine> plan) {
    return plan.stream().filter(PlanLine::isWork).toList();
  }
}
