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
    STOPPED,
    DEFERRED,
    QUARANTINED,
    FAILED
  }

  /**
   * The same run, where what broke is explained by its having been stopped.
   *
   * @param why a stable code and what stopped it
   */
  public RunResult stopped(String why) {
    return new RunResult(run, End.STOPPED, why, Optional.empty());
  }

  static RunResult of(PartitionRun run, JobExecution execution) {
    List<StepExecution> steps = List.copyOf(execution.getStepExecutions());
    Optional<Throwable> failure = execution.getAllFailureExceptions().stream().findFirst();
    if (steps.isEmpty()) {
      return new RunResult(run, End.FAILED, failed(failure), failure);
    }
    StepExecution last = steps.get(steps.size() - 1);
    Optional<RecordedOutcome> outcome = RecordedOutcome.readFrom(last);
    boolean sound =
        outcome.isPresent()
            && (outcome.get().end() != End.COMPLETED
                || execution.getStatus() == BatchStatus.COMPLETED);
    return sound
        ? new RunResult(
            run,
            outcome.get().end(),
            last.getStepName() + ": " + outcome.get().detail(),
            Optional.empty())
        : new RunResult(run, End.FAILED, last.getStepName() + ": " + failed(failure), failure);
  }

  private static String failed(Optional<Throwable> failure) {
    return failure.map(Throwable::toString).orElse("no reason recorded; see the log");
  }
}
