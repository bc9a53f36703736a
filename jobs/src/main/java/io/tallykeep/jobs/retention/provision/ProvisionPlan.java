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
  private final Optional<PartitionCadence> cadence;
  private final PartitionNames names;
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
    this.cadence = PartitionCadence.of(bounded);
    this.names =
        new PartitionNames(all, bounded, cadence.equals(Optional.of(PartitionCadence.MONTHLY)));
    this.coverBehind = isBehind(state);
  }

  /** A partition to create. */
  record NewPartition(String name, LocalDate first, LocalDate endExclusive) {}

  Optional<TablePartition> catchAll() {
    return catchAll;
  }

  /** The partitions to create, oldest first; empty if none is missing or the cadence is unclear. */
  List<NewPartition> missing() {
    List<NewPartition> missing = new ArrayList<>();
    if (cadence.isEmpty()) {
      return missing;
    }
    LocalDate first = begin();
    while (!first.isAfter(target())) {
      LocalDate end = cadence.get().endOf(first);
      missing.add(new NewPartition(names.of(first, end, cadence.get().nameOf(first)), first, end));
      first = end;
    }
    return missing;
  }

  private LocalDate target() {
    return asOf.plusDays(retained.windows().provisionDays());
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

  /**
   * One line per partition to create, and one per finding.
   *
   * @param rowsInCatchAll what the catch-all holds, in words; empty if it is empty or there is none
   */
  List<PlanLine> lines(Optional<String> rowsInCatchAll) {
    List<PlanLine> lines = new ArrayList<>();
    if (catchAll.isEmpty()) {
      lines.add(
          line(
              "-",
              Action.NOTHING,
              "NO_CATCH_ALL",
              "the table has no MAXVALUE partition: an event day beyond the last bound is refused"
                  + " by MySQL (error 1526)."));
    }
    if (rowsInCatchAll.isPresent()) {
      lines.add(
          line(
              catchAll.map(p -> p.name().value()).orElse("-"),
              Action.ATTENTION,
              "CATCH_ALL_HOLDS_ROWS",
              rowsInCatchAll.get()
                  + " Splitting it would copy them while writers wait: move or delete them, then"
                  + " provision goes on."));
    } else if (cadence.isEmpty() && !begin().isAfter(target())) {
      lines.add(
          line(
              "?",
              Action.ATTENTION,
              "CADENCE_UNCLEAR",
              "the last two bounds are neither a day, a week nor a month apart; add a partition of"
                  + " the width you want by hand, then provision goes on with it."));
    } else {
      missing().forEach(partition -> lines.add(toCreate(partition)));
    }
    if (coverBehind && lines.stream().noneMatch(PlanLine::isWork)) {
      lines.add(
          line(
              "-",
              Action.CONTINUE,
              "LEDGER_BEHIND",
              "partitions are there whose days have no ledger row yet."));
    }
    return lines;
  }

  private PlanLine toCreate(NewPartition partition) {
    return new PlanLine(
        retained.name(),
        partition.name(),
        Optional.of(partition.first()),
        Optional.of(partition.endExclusive().minusDays(1)),
        Action.RUN,
        "MISSING",
        "to be created, " + retained.windows().provisionDays() + " d ahead of " + asOf + ".",
        Optional.empty());
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
