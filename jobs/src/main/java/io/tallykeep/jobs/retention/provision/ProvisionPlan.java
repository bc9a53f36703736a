package io.tallykeep.jobs.retention.provision;

import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.PlanLine.Action;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.online.TablePartition;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which partitions are missing up to the configured days ahead, and what stands in the way. */
final class ProvisionPlan {
  private final RetainedDataset retained;
  private final LocalDate asOf;
  private final List<TablePartition> bounded;
  private final Optional<TablePartition> catchAll;
  private final boolean coverBehind;

  /**
   * @param state the table and its ledger
   * @param asOf the day to count ahead from
   */
  ProvisionPlan(RetainedDataset retained, TableState state, LocalDate asOf) {
    this.retained = retained;
    this.asOf = asOf;
    List<TablePartition> all = state.partitions().stream().map(p -> p.partition()).toList();
    this.bounded = all.stream().filter(p -> p.upperExclusive().isPresent()).toList();
    this.catchAll = all.stream().filter(p -> p.upperExclusive().isEmpty()).findFirst();
    this.coverBehind = isBehind(state);
  }

  /** A partition to create. */
  record NewPartition(String name, LocalDate first, LocalDate endExclusive) {}

  Optional<TablePartition> catchAll() {
    return catchAll;
  }

  /** The partitions to create, oldest first; empty if none is missing or the cadence is unclear. */
  List<NewPartition> missing() {
    Optional<PartitionCadence> cadence = PartitionCadence.of(bounded);
    List<NewPartition> missing = new ArrayList<>();
    if (cadence.isEmpty()) {
      return missing;
    }
    LocalDate target = asOf.plusDays(retained.windows().provisionDays());
    LocalDate first = begin();
    while (!first.isAfter(target)) {
      LocalDate end = cadence.get().endOf(first);
      missing.add(new NewPartition(cadence.get().nameOf(first), first, end));
      first = end;
    }
    return missing;
  }

  /** Whether an adopted table has partitions beyond its newest ledger row. */
  private boolean isBehind(TableState state) {
    return !state.ledger().isEmpty()
        && !bounded.isEmpty()
        && state
            .ledger()
            .get(state.ledger().size() - 1)
            .day()
            .plusDays(1)
            .isBefore(bounded.get(bounded.size() - 1).upperExclusive().orElseThrow());
  }

  private LocalDate begin() {
    return bounded.isEmpty()
        ? asOf.minusDays(retained.windows().youngDays())
        : bounded.get(bounded.size() - 1).upperExclusive().orElseThrow();
  }

  /** One line per partition to create, and one per finding. */
  List<PlanLine> lines(Optional<String> rowsInCatchAll) {
    List<PlanLine> lines = new ArrayList<>();
    if (PartitionCadence.of(bounded).isEmpty()) {
      lines.add(
          line(
              "?",
              Action.ATTENTION,
              "CADENCE_UNCLEAR",
              "the last two bounds are neither a day, a week nor a month apart; add a partition of"
                  + " the width you want by hand, then provision goes on with it."));
      return lines;
    }
    if (catchAll.isEmpty()) {
      lines.add(
          line(
              "-",
              Action.NOTHING,
              "NO_CATCH_ALL",
              "the table has no MAXVALUE partition: an event day beyond the last bound is refused"
                  + " by MySQL (error 1526)."));
    }
    List<NewPartition> missing = missing();
    if (rowsInCatchAll.isPresent() && !missing.isEmpty()) {
      lines.add(
          line(
              catchAll.map(p -> p.name().value()).orElse("-"),
              Action.ATTENTION,
              "CATCH_ALL_HOLDS_ROWS",
              rowsInCatchAll.get()
                  + " Splitting it would copy them while writers wait: move or delete them, then"
                  + " provision goes on."));
      return lines;
    }
    for (NewPartition partition : missing) {
      lines.add(
          new PlanLine(
              retained.name(),
              partition.name(),
              Optional.of(partition.first()),
              Optional.of(partition.endExclusive().minusDays(1)),
              Action.RUN,
              "MISSING",
              "to be created, " + retained.windows().provisionDays() + " d ahead of " + asOf + ".",
              Optional.empty()));
    }
    if (missing.isEmpty() && coverBehind) {
      lines.add(
          line(
              "-",
              Action.CONTINUE,
              "LEDGER_BEHIND",
              "partitions are there whose days have no ledger row yet."));
    }
    return lines;
  }

  private PlanLine line(String partition, Action action, String code, String reason) {
    return new PlanLine(
        retained.name(),
        partition,
        Optional.empty(),
        Optional.empty(),
        action,
        code,
        reason,
        Optional.empty());
  }
}
