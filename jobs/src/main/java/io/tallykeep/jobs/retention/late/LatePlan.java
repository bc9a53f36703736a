package io.tallykeep.jobs.retention.late;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What happens to the late rows of each event day, and why some stay. */
final class LatePlan {
  private final RetainedDataset retained;
  private final Map<LocalDate, LedgerDay> ledger = new HashMap<>();

  LatePlan(RetainedDataset retained, List<LedgerDay> ledger) {
    this.retained = retained;
    ledger.forEach(day -> this.ledger.put(day.day(), day));
  }

  /**
   * One line per attempt that is to be continued, then one per day that has late rows.
   *
   * @param proven attempts whose rows have not all been deleted
   */
  List<PlanLine> lines(List<LateRun> proven, List<LateDayRows> days) {
    List<PlanLine> lines = new ArrayList<>();
    for (LateRun run : proven) {
      lines.add(
          new PlanLine(
              retained.name(),
              LateRuns.TABLE_PARTITION,
              Optional.empty(),
              Optional.empty(),
              Action.CONTINUE,
              run.progress().name(),
              "an earlier run proved "
                  + run.digest().rowCount()
                  + " late rows and did not finish deleting them; continue.",
              Optional.of(run.runId())));
    }
    days.forEach(day -> lines.add(line(day)));
    return lines;
  }

  private PlanLine line(LateDayRows rows) {
    LedgerDay day = ledger.get(rows.day());
    if (day == null) {
      return line(
          rows, Action.ATTENTION, "NOT_COVERED", "has no ledger row: nobody vouches for it.");
    }
    if (day.progress() == Progress.ONLINE) {
      return line(
          rows,
          Action.ATTENTION,
          "LATE_ROWS_OF_OPEN_DAY",
          "is ONLINE: its rows belong into " + retained.dataset().table() + ".");
    }
    if (day.progress() == Progress.EXPIRED) {
      return line(
          rows,
          Action.ATTENTION,
          "LATE_ROWS_OF_EXPIRED_DAY",
          "is EXPIRED: nothing archives its rows any more.");
    }
    if (day.attention() == Attention.QUARANTINED) {
      return line(
          rows,
          Action.ATTENTION,
          "QUARANTINED",
          day.attentionReason().orElse("no reason recorded"));
    }
    if (rows.doneRows() == 0) {
      return line(rows, Action.WAIT, "ROWS_NOT_READY", "has no late row that is done.");
    }
    return line(rows, Action.RUN, "LATE_ROWS", "is " + day.progress() + ".");
  }

  private PlanLine line(LateDayRows rows, Action action, String code, String reason) {
    return new PlanLine(
        retained.name(),
        LateRuns.TABLE_PARTITION,
        Optional.of(rows.day()),
        Optional.of(rows.day()),
        action,
        code,
        rows + "; the day " + reason,
        Optional.empty());
  }
}
