package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.retention.plan.TableState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/** Says what a job would do, line by line, and why. Changes nothing. */
@FunctionalInterface
public interface JobPlanner {
  /**
   * Plans the job.
   *
   * @param connection to the dataset's server
   * @param state the table and its ledger, just read
   * @param asOf the day the windows are counted back from
   */
  List<PlanLine> plan(
      Connection connection, RetainedDataset retained, TableState state, LocalDate asOf)
      throws SQLException;
}
