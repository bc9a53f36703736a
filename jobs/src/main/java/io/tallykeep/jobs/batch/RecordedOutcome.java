package io.tallykeep.jobs.batch;

import io.tallykeep.jobs.batch.RunResult.End;
import java.util.Optional;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * What a step came to, as its execution context keeps it. Batch's own exit status can't: it mixes
 * in its own words where a step was stopped.
 */
record RecordedOutcome(End end, String detail) {
  private static final String END = "end";
  private static final String DETAIL = "detail";

  static RecordedOutcome of(StepOutcome outcome) {
    if (outcome instanceof StepOutcome.Deferred deferred) {
      return new RecordedOutcome(End.DEFERRED, deferred.code() + ": " + deferred.reason());
    }
    if (outcome instanceof StepOutcome.Quarantined quarantined) {
      return new RecordedOutcome(End.QUARANTINED, quarantined.code() + ": " + quarantined.reason());
    }
    if (outcome instanceof StepOutcome.Stopped stopped) {
      return new RecordedOutcome(End.STOPPED, stopped.code() + ": " + stopped.reason());
    }
    return new RecordedOutcome(End.COMPLETED, ((StepOutcome.Done) outcome).what());
  }

  /** A restart begins with the context of the execution it continues. */
  static void clear(StepExecution execution) {
    execution.getExecutionContext().remove(END);
    execution.getExecutionContext().remove(DETAIL);
  }

  void writeTo(StepExecution execution) {
    execution.getExecutionContext().putString(END, end.name());
    execution.getExecutionContext().putString(DETAIL, detail);
  }

  /** Empty if the step broke before it came to an outcome. */
  static Optional<RecordedOutcome> readFrom(StepExecution execution) {
    ExecutionContext context = execution.getExecutionContext();
    return context.containsKey(END)
        ? Optional.of(
            new RecordedOutcome(End.valueOf(context.getString(END)), context.getString(DETAIL)))
        : Optional.empty();
  }
}
