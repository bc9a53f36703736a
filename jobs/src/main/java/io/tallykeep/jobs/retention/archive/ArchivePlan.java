package io.tallykeep.jobs.retention.archive;

import io.tallykeep.jobs.retention.LostDays;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.ledger.Progress;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says for each table partition whether {@code archive} would take it on, and why or why not.
 *
 * <p>A partition is eligible by its real upper bound: every day it can hold is older than the
 * online window. Unknown counts as no.
 */
final class ArchivePlan {
  private final RetainedDataset retained;
  private final LocalDate asOf;

  ArchivePlan(RetainedDataset retained, LocalDate asOf) {
    this.retained = retained;
    this.asOf = asOf;
  }

  /** One line per table partition, and one per day whose partition is missing. */
  List<PlanLine> lines(TableState state) {
    return lines(state, Map.of());
  }

  /**
   * As {@link #lines(TableState)}.
   *
   * @param changed what was found to have changed in frozen partitions, by partition name
   */
  List<PlanLine> lines(TableState state, Map<String, FrozenRows.Finding> changed) {
    List<PlanLine> lines = new ArrayList<>(LostDays.lines(retained, state));
    for (PartitionState partition : state.partitions()) {
      PlanLine line = line(partition);
      FrozenRows.Finding finding = changed.get(partition.partition().name().value());
      lines.add(
          finding == null || line.action() == Action.ATTENTION
              ? line
              : line(partition, Action.ATTENTION, finding.code(), finding.text()));
    }
    return lines;
  }

  /** The line of one table partition. */
  PlanLine line(PartitionState state) {
    Optional<LocalDate> upper = state.partition().upperExclusive();
    if (upper.isEmpty()) {
      return line(state, Action.NOTHING, "CATCH_ALL", "takes every later day; never archived.");
    }
    if (state.days().isEmpty()) {
      return line(
          state,
          Action.NOTHING,
          "NOT_COVERED",
          "none of its days has a ledger row. Adopt it with 'jobs guard install --covered-since'.");
    }
    Set<LocalDate> uncovered = state.uncoveredDays();
    if (!uncovered.isEmpty()) {
      return line(
          state,
          Action.ATTENTION,
          "PARTLY_COVERED",
          uncovered.size()
              + " of its days have no ledger row of this partition, "
              + uncovered
              + ".");
    }
    Optional<String> quarantine = state.quarantine();
    if (quarantine.isPresent()) {
      return line(state, Action.ATTENTION, "QUARANTINED", quarantine.get());
    }
    Optional<Progress> progress = state.progress();
    if (progress.isEmpty()) {
      return line(
          state,
          Action.ATTENTION,
          "MIXED_PROGRESS",
          "its days differ in progress: "
              + state.days().stream().map(day -> day.day() + " " + day.progress()).toList()
              + ".");
    }
    return byProgress(state, progress.get(), upper.get());
  }

  private PlanLine byProgress(PartitionState state, Progress progress, LocalDate upper) {
    return switch (progress) {
      case ONLINE -> online(state, upper);
      case CLOSED, FROZEN, COPIED, PUBLISHING, PUBLISHED, PROVEN ->
          line(
              state,
              Action.CONTINUE,
              progress.name(),
              "an earlier run left it " + progress + "; continue.");
      case HELD ->
          line(
              state,
              Action.NOTHING,
              "HELD",
              "proven; 'drop' takes it from "
                  + state.days().get(0).holdUntil().map(LocalDate::toString).orElse("?")
                  + ".");
      case DROPPING -> line(state, Action.NOTHING, "DROPPING", "'drop' finishes it.");
      case DROPPED, EXPIRED ->
          throw new IllegalStateException("dropped days are not part of a partition's state");
    };
  }

  private PlanLine online(PartitionState state, LocalDate upper) {
    LocalDate eligibleFrom = upper.plusDays(retained.windows().onlineDays());
    if (asOf.isBefore(eligibleFrom)) {
      return line(
          state,
          Action.WAIT,
          "IN_ONLINE_WINDOW",
          "eligible from " + eligibleFrom + " (" + retained.windows().onlineDays() + " d online).");
    }
    return line(
        state,
        Action.RUN,
        "ELIGIBLE",
        "all its days are before "
            + upper
            + ", older than "
            + retained.windows().onlineDays()
            + " d.");
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
