package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.retention.plan.TableState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.springframework.batch.core.job.Job;

/** One of the nightly jobs: its plan, which changes nothing, and its Batch job. */
public interface RetentionJob {
  /** The job's name on the command line. */
  String name();

  /**
   * What the job would do, line by line, and why.
   *
   * @param state the table and its ledger, just read
   */
  List<PlanLine> plan(
      Connection connection, RetainedDataset retained, TableState state, LocalDate asOf)
      throws SQLException;

  /** The Batch job that does one unit of the plan's work. */
  Job batchJob();

  /** The units of work: by default one per line that is work. */
  default List<PlanLine> units(List<PlanLine> plan) {
    return plan.stream().filter(PlanLine::isWork).toList();
  }
}
