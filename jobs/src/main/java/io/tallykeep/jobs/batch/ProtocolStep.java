package io.tallykeep.jobs.batch;

import java.io.IOException;
import java.sql.SQLException;

/**
 * One step of the protocol of architecture section 5.1, named after its word.
 *
 * <p>The day ledger, not the job history, says what is already done: a step that finds its effect
 * in place says so and does nothing, which is what makes every restart safe.
 */
public interface ProtocolStep {
  /** The protocol's word for the step, in lower case: it names the Batch step. */
  String word();

  /**
   * Brings the step's effect about.
   *
   * @throws SQLException if MySQL fails; what the step had recorded by then stands in the ledger
   * @throws IOException if the object store fails, likewise
   */
  StepOutcome run(PartitionRun run) throws SQLException, IOException;

  /**
   * Records in the day ledger that the run stopped here, so that a look at the ledger tells why.
   */
  void recordStop(PartitionRun run, StepOutcome outcome) throws SQLException;
}
