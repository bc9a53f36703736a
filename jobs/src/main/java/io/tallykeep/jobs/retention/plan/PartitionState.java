package io.tallykeep.jobs.retention.plan;

import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.TablePartition;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One table partition with the ledger rows of its event days that are still online.
 *
 * <p>Days already dropped don't count, though the first partition's real bounds, which have no
 * lower end, would take them in. Nor do days that the ledger put into another partition: that one
 * was dropped or reorganized by somebody else, and this one must not vouch for their rows.
 */
public record PartitionState(TablePartition partition, List<LedgerDay> days) {
  static PartitionState of(TablePartition partition, List<LedgerDay> ledger) {
    return new PartitionState(
        partition,
        ledger.stream()
            .filter(day -> partition.contains(day.day()))
            .filter(day -> !day.progress().isAtLeast(Progress.DROPPED))
            .filter(day -> day.tablePartition().map(partition::isNamed).orElse(true))
            .toList());
  }

  /** The progress all days share; empty if there is no day or they differ. */
  public Optional<Progress> progress() {
    Set<Progress> found = days.stream().map(LedgerDay::progress).collect(Collectors.toSet());
    return found.size() == 1 ? Optional.of(found.iterator().next()) : Optional.empty();
  }

  /** The run that took the days on, if all name the same. */
  public Optional<String> runId() {
    Set<Optional<String>> found = days.stream().map(LedgerDay::runId).collect(Collectors.toSet());
    return found.size() == 1 ? found.iterator().next() : Optional.empty();
  }

  /** Why a person must look, if any day says so. */
  public Optional<String> quarantine() {
    return days.stream()
        .filter(day -> day.attention() == Attention.QUARANTINED)
        .map(day -> day.day() + ": " + day.attentionReason().orElse("no reason recorded"))
        .findFirst();
  }

  /**
   * Days inside the partition's two bounds that have no ledger row of this partition; empty if none
   * is missing.
   */
  public Set<LocalDate> uncoveredDays() {
    if (partition.lowerInclusive().isEmpty() || partition.upperExclusive().isEmpty()) {
      return Set.of();
    }
    Set<LocalDate> missing =
        new TreeSet<>(
            partition
                .lowerInclusive()
                .get()
                .datesUntil(partition.upperExclusive().get())
                .collect(Collectors.toSet()));
    days.forEach(day -> missing.remove(day.day()));
    return missing;
  }

  public Optional<LocalDate> firstDay() {
    return partition
        .lowerInclusive()
        .or(() -> days.isEmpty() ? Optional.empty() : Optional.of(days.get(0).day()));
  }

  public Optional<LocalDate> lastDay() {
    return partition.upperExclusive().map(upper -> upper.minusDays(1));
  }

  public List<LocalDate> eventDays() {
    return days.stream().map(LedgerDay::day).toList();
  }
}
