package io.tallykeep.jobs.retention.drop;

import io.tallykeep.jobs.retention.LostDays;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says for each table partition whether {@code drop} would take it, and why or why not. */
final class DropPlan {
  private static final String LEGAL_HOLD = "LEGAL_HOLD";

  private final RetainedDataset retained;
  private final LocalDate asOf;
  private final List<LegalHold> holds;

  /**
   * @param holds the legal holds that hold now
   */
  DropPlan(RetainedDataset retained, LocalDate asOf, List<LegalHold> holds) {
    this.retained = retained;
    this.asOf = asOf;
    this.holds = List.copyOf(holds);
  }

  /** One line per table partition, then those of days whose partition is gone. */
  List<PlanLine> lines(TableState state) {
    List<PlanLine> lines = new ArrayList<>();
    int left = state.partitions().size();
    for (PartitionState partition : state.partitions()) {
      PlanLine line = line(partition, left);
      lines.add(line);
      left -= line.isWork() ? 1 : 0;
    }
    lines.addAll(LostDays.lines(retained, state));
    begun(state).forEach((name, days) -> lines.add(gone(name, days)));
    return lines;
  }

  /**
   * @param left how many partitions the table has once those before this one are dropped
   */
  private PlanLine line(PartitionState state, int left) {
    Optional<Progress> progress = state.progress();
    if (state.partition().upperExclusive().isEmpty() || progress.isEmpty()) {
      return line(state, Action.NOTHING, "NOT_HELD", "not proven.");
    }
    if (state.quarantine().isPresent()) {
      return line(state, Action.ATTENTION, "QUARANTINED", state.quarantine().get());
    }
    Optional<String> hold = hold(state);
    if (progress.get() == Progress.DROPPING && hold.isPresent()) {
      return line(state, Action.WAIT, LEGAL_HOLD, "its drop was begun and waits: " + hold.get());
    }
    if (progress.get() == Progress.DROPPING) {
      return line(state, Action.CONTINUE, "DROPPING", "an earlier run began to drop it; continue.");
    }
    if (progress.get() != Progress.HELD) {
      return line(state, Action.NOTHING, "NOT_HELD", "is " + progress.get() + ", not proven yet.");
    }
    LocalDate until =
        state.days().stream()
            .map(day -> day.holdUntil().orElse(LocalDate.MAX))
            .max(LocalDate::compareTo)
            .orElseThrow();
    if (asOf.isBefore(until)) {
      return line(state, Action.WAIT, "IN_HOLD", "held until " + until + ".");
    }
    if (hold.isPresent()) {
      return line(state, Action.WAIT, LEGAL_HOLD, "proven; its rows stay: " + hold.get());
    }
    if (left == 1) {
      return line(
          state,
          Action.WAIT,
          "LAST_PARTITION",
          "no other partition would be left, and MySQL can't drop the last. Run 'jobs run"
              + " provision'.");
    }
    return line(state, Action.RUN, "HOLD_OVER", "proven, hold ended " + until + ".");
  }

  private Optional<String> hold(PartitionState state) {
    List<LocalDate> days = state.eventDays();
    return LegalHolds.text(holds, days.get(0), days.get(days.size() - 1));
  }

  private static Map<String, List<LedgerDay>> begun(TableState state) {
    Map<String, List<LedgerDay>> begun = new LinkedHashMap<>();
    for (LedgerDay day : state.ledger()) {
      String partition = day.tablePartition().orElse("");
      if (day.progress() == Progress.DROPPING && state.named(partition).isEmpty()) {
        begun.computeIfAbsent(partition, name -> new ArrayList<>()).add(day);
      }
    }
    return begun;
  }

  private PlanLine gone(String tablePartition, List<LedgerDay> days) {
    Optional<LedgerDay> stopped = days.stream().filter(DropStep::isStopped).findFirst();
    return new PlanLine(
        retained.name(),
        tablePartition,
        Optional.of(days.get(0).day()),
        Optional.of(days.get(days.size() - 1).day()),
        stopped.isPresent() ? Action.ATTENTION : Action.CONTINUE,
        stopped.isPresent() ? "PARTITION_LOST" : "DROPPING",
        stopped
            .map(
                day ->
                    "its drop was stopped, and yet the table has no such partition: somebody else"
                        + " dropped or renamed it. "
                        + day.day()
                        + ": "
                        + day.attentionReason().orElse("no reason recorded"))
            .orElse("an earlier run dropped it without recording so; record it."),
        days.get(0).runId());
  }

  private PlanLine line(PartitionState state, Action action, String code, String reason) {
    return new PlanLine(
        retained.name(),
        state.partition().name().value(),
        state.firstDay(),
        state.lastDay(),
        action,
        code,
        reason,
        state.runId());
  }
}
