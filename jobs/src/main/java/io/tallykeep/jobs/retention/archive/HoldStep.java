package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.PartitionStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;

/**
 * Hold: the rows stay online for the configured days and still enforce uniqueness; {@code drop}
 * takes them afterwards (architecture, section 5.1, step 6).
 */
final class HoldStep extends PartitionStep {
  HoldStep(PartitionWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "hold";
  }

  @Override
  protected StepOutcome run(PartitionWork work, PartitionRun run) throws SQLException {
    if (work.progress().isAtLeast(Progress.HELD)) {
      return new StepOutcome.Done("held before");
    }
    work.requireProgress(Progress.PROVEN);
    LocalDate today =
        work.session()
            .first("SELECT DATE(SYSDATE())", row -> row.getObject(1, LocalDate.class))
            .orElseThrow();
    // An --as-of in the past must not shorten the hold.
    LocalDate from = run.asOf().isAfter(today) ? run.asOf() : today;
    LocalDate until = from.plusDays(work.retained().windows().holdDays());
    return PartitionWork.outcome(
        work.transitions().held(work.session(), work.frozenDays(), run.runId(), until),
        "held until " + until);
  }
}
