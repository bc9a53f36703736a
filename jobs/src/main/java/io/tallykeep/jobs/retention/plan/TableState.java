package io.tallykeep.jobs.retention.plan;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A dataset's table partitions and its day ledger, read one after the other.
 *
 * @param partitions every table partition with its days, lowest bound first
 * @param ledger every covered day, oldest first
 */
public record TableState(List<PartitionState> partitions, List<LedgerDay> ledger) {
  /**
   * Reads both.
   *
   * @throws PartitioningNotSupported if the table's partitions tell no days
   * @throws SQLException if the server can't be read
   */
  public static TableState read(Connection connection, Identifier controlSchema, Dataset dataset)
      throws SQLException, PartitioningNotSupported {
    TablePartitions partitions = TablePartitions.read(connection, dataset);
    List<LedgerDay> ledger =
        LedgerTable.exists(connection, controlSchema)
            ? DayLedger.days(connection, LedgerKey.of(controlSchema, dataset)).days()
            : List.of();
    return of(partitions.all(), ledger);
  }

  /**
   * Joins what was read.
   *
   * @param partitions every table partition, lowest bound first
   * @param ledger every covered day, oldest first
   */
  public static TableState of(List<TablePartition> partitions, List<LedgerDay> ledger) {
    return new TableState(
        partitions.stream().map(partition -> PartitionState.of(partition, ledger)).toList(),
        ledger);
  }

  /** The partition of that name, if the table has one. */
  public Optional<PartitionState> named(String tablePartition) {
    return partitions.stream()
        .filter(state -> state.partition().isNamed(tablePartition))
        .findFirst();
  }

  /**
   * Days the ledger calls online though the table doesn't have the partition it put them into:
   * somebody dropped or reorganized it.
   */
  public List<LedgerDay> lostDays() {
    return ledger.stream()
        .filter(day -> !day.progress().isAtLeast(Progress.DROPPING))
        .filter(day -> day.tablePartition().isPresent())
        .filter(day -> isLost(day))
        .toList();
  }

  private boolean isLost(LedgerDay day) {
    Optional<PartitionState> holder =
        partitions.stream().filter(state -> state.partition().contains(day.day())).findFirst();
    return holder.isEmpty() || !holder.get().partition().isNamed(day.tablePartition().orElse(""));
  }
}
