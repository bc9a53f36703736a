package io.tallykeep.jobs.retention.expire;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which days are beyond the identity window, and what keeps some of them. */
final class ExpirePlan {
  private static final String LEGAL_HOLD = "LEGAL_HOLD";

  private final RetainedDataset retained;
  private final LocalDate firstKept;
  private final List<LedgerDay> ledger;
  private final List<LegalHold> holds;

  /**
   * @param holds the legal holds that hold now
   */
  ExpirePlan(RetainedDataset retained, TableState state, LocalDate asOf, List<LegalHold> holds) {
    this.holds = List.copyOf(holds);
    this.retained = retained;
    this.firstKept = asOf.minusDays(retained.windows().identityDays());
    this.ledger = state.ledger();
  }

  /**
   * One line per day beyond the window.
   *
   * @param lateRows late rows by event day, for days that have some
   * @param archived days the archive still holds files of
   */
  List<PlanLine> lines(Map<LocalDate, Long> lateRows, Set<LocalDate> archived) {
    List<PlanLine> lines = new ArrayList<>();
    Optional<LedgerDay> inFlight =
        ledger.stream().filter(day -> day.progress() == Progress.PUBLISHING).findFirst();
    for (LedgerDay day : ledger) {
      if (!day.day().isBefore(firstKept)) {
        continue;
      }
      if (day.progress() == Progress.EXPIRED) {
        Optional<String> hold = LegalHolds.text(holds, day.day(), day.day());
        if (archived.contains(day.day()) && hold.isPresent()) {
          lines.add(line(day, Action.WAIT, LEGAL_HOLD, "its files stay listed: " + hold.get()));
        } else if (archived.contains(day.day())) {
          lines.add(
              line(day, Action.CONTINUE, "EXPIRED", "an earlier run left its files; remove them."));
        }
      } else {
        lines.add(beyond(day, lateRows.getOrDefault(day.day(), 0L), inFlight));
      }
    }
    return lines;
  }

  private PlanLine beyond(LedgerDay day, long lateRows, Optional<LedgerDay> inFlight) {
    if (day.progress() != Progress.DROPPED) {
      return line(
          day,
          Action.ATTENTION,
          "NOT_DROPPED",
          "is beyond the identity window ("
              + retained.windows().identityDays()
              + " d) but still "
              + day.progress()
              + ": only dropped days expire.");
    }
    if (day.attention() == Attention.QUARANTINED) {
      return line(
          day, Action.ATTENTION, "QUARANTINED", day.attentionReason().orElse("no reason recorded"));
    }
    Optional<String> hold = LegalHolds.text(holds, day.day(), day.day());
    if (hold.isPresent()) {
      return line(day, Action.WAIT, LEGAL_HOLD, "its archive stays: " + hold.get());
    }
    if (lateRows > 0) {
      return line(
          day,
          Action.ATTENTION,
          "LATE_ROWS",
          lateRows + " late row(s) of it wait in " + retained.dataset().lateTable() + ".");
    }
    if (inFlight.isPresent()) {
      return line(
          day,
          Action.WAIT,
          "PUBLISH_IN_FLIGHT",
          "the publication of " + inFlight.get().day() + " is not finished; run archive first.");
    }
    return line(day, Action.RUN, "BEYOND_WINDOW", "older than " + firstKept + ".");
  }

  private PlanLine line(LedgerDay day, Action action, String code, String reason) {
    return new PlanLine(
        retained.name(),
        day.tablePartition().orElse("-"),
        Optional.of(day.day()),
        Optional.of(day.day()),
        action,
        code,
        reason,
        Optional.empty());
  }
}
