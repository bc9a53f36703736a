package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.batch.RunResult;
import io.tallykeep.jobs.retention.ledger.DeferredNights;
import java.util.List;

/**
 * What one run of a job over one dataset came to.
 *
 * @param job the job's name
 * @param dataset the dataset's name
 * @param outcome whether the run took place
 * @param results one per unit of work, in the order they ran
 * @param attention plan lines a person must look at
 * @param escalated days of what was put off this time and has been for too many nights
 */
public record JobReport(
    String job,
    String dataset,
    Outcome outcome,
    List<RunResult> results,
    List<PlanLine> attention,
    List<DeferredNights.Deferred> escalated) {
  /** Whether a run took place. */
  public sealed interface Outcome {
    /** It did. */
    record Ran() implements Outcome {}

    /**
     * It did not: another run is alive.
     *
     * @param holder the session that runs it
     */
    record AnotherRunIsAlive(String holder) implements Outcome {}

    /**
     * It began, and lost its lease: it may not be the only run any more, and did nothing
     * destructive from then on.
     *
     * @param why which lease, and how it was lost
     */
    record LeaseLost(String why) implements Outcome {}
  }

  public JobReport {
    results = List.copyOf(results);
    attention = List.copyOf(attention);
    escalated = List.copyOf(escalated);
  }
}
