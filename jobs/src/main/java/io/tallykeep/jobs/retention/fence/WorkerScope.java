package io.tallykeep.jobs.retention.fence;

import io.tallykeep.archive.dataset.Dataset;

/**
 * What one worker at a time does: a job over one dataset and shard.
 *
 * @param job the job's name on the command line
 * @param dataset the dataset's name
 * @param shard its shard, 0 where there is one
 */
public record WorkerScope(String job, String dataset, int shard) {
  public static WorkerScope of(String job, Dataset dataset) {
    return new WorkerScope(job, dataset.name(), dataset.shard());
  }

  @Override
  public String toString() {
    return job + " of " + dataset + "/" + shard;
  }
}
