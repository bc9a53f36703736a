package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.util.List;
import java.util.Optional;

/** The plan lines of days whose table partition is gone or renamed, whatever their progress. */
public final class LostDays {
  private LostDays() {}

  /** One line per such day. */
  public static List<PlanLine> lines(RetainedDataset retained, TableState state) {
    return state.lostDays().stream().map(day -> line(retained, day)).toList();
  }

  private static PlanLine line(RetainedDataset retained, LedgerDay day) {
    return new PlanLine(
        retained.name(),
        day.tablePartition().orElse("?"),
        Optional.of(day.day()),
        Optional.of(day.day()),
        PlanLine.Action.ATTENTION,
        "PARTITION_LOST",
        "the ledger says "
            + day.progress()
            + " but the table has no such partition: somebody else dropped or renamed it."
            + " Look-ups of the day are undecidable.",
        day.runId());
  }
}
