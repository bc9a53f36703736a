package io.tallykeep.jobs.batch;

import java.io.IOException;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Runs a protocol step as a Batch tasklet. A deferred or quarantined step stops its job (status
 * STOPPED, so that the same instance can be restarted) with the outcome as exit status.
 */
final class ProtocolTasklet implements Tasklet, StepExecutionListener {
  static final String DEFERRED = "DEFERRED";
  static final String QUARANTINED = "QUARANTINED";
  private static final String STOPPED_AS = "stoppedAs";
  private static final String STOPPED_WHY = "stoppedWhy";
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolTasklet.class);

  private final ProtocolStep step;

  ProtocolTasklet(ProtocolStep step) {
    this.step = step;
  }

  @Override
  public RepeatStatus execute(StepContribution contribution, ChunkContext context)
      throws SQLException, IOException {
    StepExecution execution = contribution.getStepExecution();
    execution.getExecutionContext().remove(STOPPED_AS);
    PartitionRun run = PartitionRun.from(execution.getJobParameters());
    StepOutcome outcome = step.run(run);
    ExitStatus exit = exitStatus(outcome);
    contribution.setExitStatus(exit);
    if (!(outcome instanceof StepOutcome.Done)) {
      step.recordStop(run, outcome);
      execution.getExecutionContext().putString(STOPPED_AS, exit.getExitCode());
      execution.getExecutionContext().putString(STOPPED_WHY, exit.getExitDescription());
      execution.setTerminateOnly();
    }
    LOG.info("{}: {} ({})", step.word(), exit.getExitDescription(), run);
    return RepeatStatus.FINISHED;
  }

  /** Batch knows a stopped step only as STOPPED; its own exit status says as what and why. */
  @Override
  public ExitStatus afterStep(StepExecution execution) {
    ExecutionContext context = execution.getExecutionContext();
    return context.containsKey(STOPPED_AS)
        ? new ExitStatus(context.getString(STOPPED_AS), context.getString(STOPPED_WHY))
        : execution.getExitStatus();
  }

  private static ExitStatus exitStatus(StepOutcome outcome) {
    if (outcome instanceof StepOutcome.Deferred deferred) {
      return new ExitStatus(DEFERRED, deferred.code() + ": " + deferred.reason());
    }
    if (outcome instanceof StepOutcome.Quarantined quarantined) {
      return new ExitStatus(QUARANTINED, quarantined.code() + ": " + quarantined.reason());
    }
    return new ExitStatus(ExitStatus.COMPLETED.getExitCode(), ((StepOutcome.Done) outcome).what());
  }
}
