package io.tallykeep.jobs.batch;

import java.io.IOException;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.scope.context.ChunkContext;
import org.springframework.batch.core.step.StepContribution;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.tasklet.Tasklet;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;

/**
 * Runs a protocol step as a Batch tasklet. A deferred or quarantined step stops its job (status
 * STOPPED, so that the same instance can be restarted); what it came to stands in the step's
 * execution context.
 */
final class ProtocolTasklet implements Tasklet {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolTasklet.class);

  private final ProtocolStep step;

  ProtocolTasklet(ProtocolStep step) {
    this.step = step;
  }

  @Override
  public RepeatStatus execute(StepContribution contribution, ChunkContext context)
      throws SQLException, IOException {
    StepExecution execution = contribution.getStepExecution();
    RecordedOutcome.clear(execution);
    PartitionRun run = PartitionRun.from(execution.getJobParameters());
    StepOutcome outcome = step.run(run);
    if (!(outcome instanceof StepOutcome.Done)) {
      if (!(outcome instanceof StepOutcome.Stopped)) {
        step.recordStop(run, outcome);
      }
      execution.setTerminateOnly();
    }
    RecordedOutcome recorded = RecordedOutcome.of(outcome);
    recorded.writeTo(execution);
    LOG.info("{}: {} {} ({})", step.word(), recorded.end(), recorded.detail(), run);
    return RepeatStatus.FINISHED;
  }
}
