package io.tallykeep.jobs.batch;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobExecutionException;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.builder.SimpleJobBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;

/**
 * Builds and launches jobs made of protocol steps, one job execution per table partition.
 *
 * <p>Every step may run again when its job is restarted: the ledger decides whether there is
 * anything left to do.
 */
public final class PartitionJobs {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionJobs.class);

  private final JobRepository repository;
  private final JobOperator operator;

  public PartitionJobs(JobRepository repository, JobOperator operator) {
    this.repository = repository;
    this.operator = operator;
  }

  /** A job that runs the steps in the order given. */
  public Job job(String name, ProtocolStep... steps) {
    List<Step> batchSteps =
        Arrays.stream(steps)
            .map(
                step ->
                    (Step)
                        new StepBuilder(step.word(), repository)
                            .tasklet(new ProtocolTasklet(step))
                            .allowStartIfComplete(true)
                            .build())
            .toList();
    SimpleJobBuilder builder = new JobBuilder(name, repository).start(batchSteps.get(0));
    batchSteps.stream().skip(1).forEach(builder::next);
    return builder.build();
  }

  /**
   * Runs the job for one partition, or continues it where an earlier execution of the same run
   * stopped.
   */
  public RunResult launch(Job job, PartitionRun run) {
    try {
      JobExecution execution = operator.start(job, run.toJobParameters());
      return RunResult.of(run, execution);
    } catch (JobExecutionException e) {
      throw new IllegalStateException(
          "job " + job.getName() + " of " + run + " could not be started: " + e.getMessage(), e);
    }
  }

  /**
   * Marks executions of dead workers as failed, so that none stays STARTED. Call it only while
   * holding the dataset's run lock: then no execution of that dataset can be alive.
   */
  public void recoverDead(String jobName, String dataset) {
    Set<JobExecution> running = repository.findRunningJobExecutions(jobName);
    for (JobExecution execution : running) {
      if (dataset.equals(execution.getJobParameters().getString("dataset"))) {
        operator.recover(execution);
        LOG.warn(
            "{} execution {} of dataset {} was left {} by a worker that ended; marked {}",
            jobName,
            execution.getId(),
            dataset,
            BatchStatus.STARTED,
            BatchStatus.FAILED);
      }
    }
  }
}
