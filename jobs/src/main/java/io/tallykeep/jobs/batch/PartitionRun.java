package io.tallykeep.jobs.batch;

import java.time.LocalDate;
import java.util.Objects;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/**
 * One run of a job over one table partition. The run id makes the job instance: a restart with the
 * same id continues, a new id starts anew.
 *
 * @param dataset the dataset's name
 * @param tablePartition the table partition's name
 * @param runId names the run in the ledger, the job history and the archive's snapshots
 * @param asOf the day the windows are counted back from
 */
public record PartitionRun(String dataset, String tablePartition, String runId, LocalDate asOf) {
  JobParameters toJobParameters() {
    return new JobParametersBuilder()
        .addString("dataset", dataset)
        .addString("tablePartition", tablePartition)
        .addString("runId", runId)
        .addLocalDate("asOf", asOf, false)
        .toJobParameters();
  }

  static PartitionRun from(JobParameters parameters) {
    return new PartitionRun(
        Objects.requireNonNull(parameters.getString("dataset")),
        Objects.requireNonNull(parameters.getString("tablePartition")),
        Objects.requireNonNull(parameters.getString("runId")),
        Objects.requireNonNull(parameters.getLocalDate("asOf")));
  }

  @Override
  public String toString() {
    return dataset + ", table partition " + tablePartition + ", run " + runId;
  }
}
