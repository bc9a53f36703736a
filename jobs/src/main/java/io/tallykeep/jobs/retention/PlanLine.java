package io.tallykeep.jobs.retention;

import java.time.LocalDate;
import java.util.Optional;

/**
 * What a job would do with one table partition, and why.
 *
 * @param dataset the dataset's name
 * @param tablePartition the table partition, or what stands for it where there is none
 * @param firstDay its first event day, where it has a lower bound
 * @param lastDay its last event day, where it has an upper bound
 * @param action what would be done
 * @param code stable, for scripts
 * @param reason in words
 * @param runId the run that began the work, if one did
 */
public record PlanLine(
    String dataset,
    String tablePartition,
    Optional<LocalDate> firstDay,
    Optional<LocalDate> lastDay,
    Action action,
    String code,
    String reason,
    Optional<String> runId) {
  /** What a job would do. */
  public enum Action {
    /** Take it on. */
    RUN,
    /** Go on with what an earlier run began. */
    CONTINUE,
    /** Nothing today; the reason says when. */
    WAIT,
    /** Nothing ever, by this job. */
    NOTHING,
    /** A person must look. */
    ATTENTION
  }

  public boolean isWork() {
    return action == Action.RUN || action == Action.CONTINUE;
  }
}
