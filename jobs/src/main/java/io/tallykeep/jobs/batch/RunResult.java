package io.tallykeep.jobs.batch;

import java.util.List;
import java.util.Optional;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.step.StepExecution;

/**
 * How a job execution over one partition ended.
 *
 * @param run the partition and run
 * @param end its end
 * @param detail the last step's own words
 * @param failure what broke, if something did
 */
public record RunResult(PartitionRun run, End end, String detail, Optional<Throwable> failure) {
  /** The ends a run can come to. */
  public enum End {
    COMPLETED,
    DEFERRED,
    QUARANTINED,
    FAILED
  }

  static RunResult of(PartitionRun run, JobExecution execution) {
    List<StepExecution> steps = List.copyOf(execution.getStepExecutions());
    String detail =
        steps.isEmpty()
            ? ""
            : steps.get(steps.size() - 1).getStepName()
                + ": "
                + steps.get(steps.size() - 1).getExitStatus().getExitDescription();
    Optional<Throwable> failure = execution.getAllFailureExceptions().stream().findFirst();
    return new RunResult(run, end(execution), detail, failure);
  }

  private static End end(JobExecution execution) {
    String code = execution.getExitStatus().getExitCode();
    if (execution.getStatus() == BatchStatus.COMPLETED) {
      return End.COMPLETED;
    }
    if (code.equals(ProtocolTasklet.DEFERRED)) {
      return End.DEFERRED;
    }
    return code.equals(ProtocolTasklet.QUARANTINED) ? End.QUARANTINED : End.FAILED;
  }
}
