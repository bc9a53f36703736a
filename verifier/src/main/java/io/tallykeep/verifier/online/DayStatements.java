package io.tallykeep.verifier.online;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements a probe of the online table consists of, for one identity and one event day. Each
 * is a read of its own: anything may happen between two of them.
 */
public interface DayStatements {
  /** The bounds that were read last, perhaps long ago; empty if never. */
  Optional<TablePartitions> lastBounds();

  /**
   * The rows of the identity and day in one partition, at most two.
   *
   * @return empty if the table has no such partition
   * @throws SQLException if the table can't be read
   */
  Optional<List<@Nullable Object[]>> rows(TablePartition partition) throws SQLException;

  /**
   * The rows of the identity and day in whichever partition takes them by now, at most two. That
   * there are none says nothing of any partition.
   *
   * @throws SQLException if the table can't be read
   */
  List<@Nullable Object[]> rowsInAnyPartition() throws SQLException;

  /**
   * The table's bounds as they are now.
   *
   * @throws PartitioningNotSupported if they don't tell days
   * @throws SQLException if the dictionary can't be read
   */
  TablePartitions bounds() throws SQLException, PartitioningNotSupported;
}
