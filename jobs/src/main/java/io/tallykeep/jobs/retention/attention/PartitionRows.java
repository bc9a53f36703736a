package io.tallykeep.jobs.retention.attention;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The days the ledger put into a table partition, and the partition as the table has it now.
 *
 * @param name the table partition's name
 * @param days its days by the ledger, oldest first; never empty
 * @param partition the table's partition of that name, if there is one
 */
record PartitionRows(String name, List<LedgerDay> days, Optional<TablePartition> partition) {
  /**
   * Reads both.
   *
   * @throws BadConfigurationException if the ledger put no day into it
   */
  static PartitionRows read(Session session, LedgerKey key, Dataset dataset, String name)
      throws SQLException {
    Optional<TablePartition> partition = partition(session, dataset, name);
    List<LedgerDay> days =
        DayLedger.days(session.connection(), key).days().stream()
            .filter(
                day ->
                    day.tablePartition().stream()
                        .anyMatch(
                            in ->
                                in.equals(name)
                                    || partition.map(found -> found.isNamed(in)).orElse(false)))
            .toList();
    if (days.isEmpty()) {
      List<String> others = others(session, key, partition);
      throw new BadConfigurationException(
          "the day ledger has no day in a table partition '"
              + name
              + "' of dataset "
              + dataset.name()
              + (others.isEmpty()
                  ? ""
                  : ", though the table has it, over days that the ledger put into "
                      + others
                      + ": somebody renamed, merged or split partitions. Give them back their names"
                      + " and bounds")
              + "; 'jobs status' shows the partitions there are.");
    }
    return new PartitionRows(name, days, partition);
  }

  /** The partitions that the ledger knows the days of this one by. */
  private static List<String> others(
      Session session, LedgerKey key, Optional<TablePartition> partition) throws SQLException {
    return DayLedger.days(session.connection(), key).days().stream()
        .filter(day -> partition.map(found -> found.contains(day.day())).orElse(false))
        .filter(day -> !day.progress().isAtLeast(Progress.DROPPED))
        .flatMap(day -> day.tablePartition().stream())
        .distinct()
        .toList();
  }

  private static Optional<TablePartition> partition(Session session, Dataset dataset, String name)
      throws SQLException {
    try {
      return TablePartitions.read(session.connection(), dataset).named(name);
    } catch (PartitioningNotSupported e) {
      return Optional.empty();
    }
  }

  /** Days whose rows should be in the table and whose partition it doesn't have. */
  List<LedgerDay> lost() {
    return days.stream()
        .filter(day -> !day.progress().isAtLeast(Progress.DROPPED))
        .filter(day -> partition.map(found -> !found.contains(day.day())).orElse(true))
        .toList();
  }

  List<LocalDate> eventDays() {
    return days.stream().map(LedgerDay::day).toList();
  }

  LocalDate first() {
    return days.get(0).day();
  }

  LocalDate last() {
    return days.get(days.size() - 1).day();
  }

  PartitionDays partitionDays() {
    return new PartitionDays(name, first(), last());
  }

  boolean isAt(Progress from, Progress before) {
    return days.stream()
        .allMatch(day -> day.progress().isAtLeast(from) && !day.progress().isAtLeast(before));
  }

  /** Days that need somebody, or time. */
  List<LedgerDay> needing(Attention attention) {
    return days.stream().filter(day -> day.attention() == attention).toList();
  }

  /** Each day's progress and attention, for the record. */
  String state() {
    return days.stream()
        .map(
            day ->
                day.day()
                    + " "
                    + day.progress()
                    + (day.attention() == Attention.NONE
                        ? ""
                        : " " + day.attention() + " (" + day.attentionReason().orElse("") + ")"))
        .collect(Collectors.joining("; "));
  }
}
