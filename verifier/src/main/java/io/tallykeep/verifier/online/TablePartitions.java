package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a dataset's online table by their real bounds, as the data dictionary has them
 * at one moment. Names are never read for a date.
 *
 * <p>Supported are {@code PARTITION BY RANGE COLUMNS (event_day)} and {@code PARTITION BY RANGE
 * (TO_DAYS(event_day))} over the dataset's event day, of any width, with or without MAXVALUE.
 */
public final class TablePartitions {
  private static final String SELECT =
      "SELECT /*+ MAX_EXECUTION_TIME(10000) */ p.PARTITION_NAME, p.PARTITION_ORDINAL_POSITION,"
          + " p.PARTITION_METHOD, p.SUBPARTITION_METHOD, p.PARTITION_EXPRESSION,"
          + " p.PARTITION_DESCRIPTION, c.DATA_TYPE"
          + " FROM information_schema.PARTITIONS p"
          + " LEFT JOIN information_schema.COLUMNS c ON c.TABLE_SCHEMA = p.TABLE_SCHEMA"
          + " AND c.TABLE_NAME = p.TABLE_NAME AND c.COLUMN_NAME = ?"
          + " WHERE p.TABLE_SCHEMA = ? AND p.TABLE_NAME = ?"
          + " ORDER BY p.PARTITION_ORDINAL_POSITION";

  private final TableName table;
  private final List<TablePartition> partitions;

  private TablePartitions(TableName table, List<TablePartition> partitions) {
    this.table = table;
    this.partitions = List.copyOf(partitions);
  }

  /**
   * Reads the bounds. Waits for no metadata lock. The session gets {@code
   * information_schema_stats_expiry = 0}, so that whoever reads partition statistics on the same
   * connection sees the present ones.
   *
   * @param connection an autocommit connection to the server that holds the table
   * @throws PartitioningNotSupported if the table is missing or partitioned in a way that does not
   *     tell days
   * @throws SQLException if the dictionary can't be read
   */
  public static TablePartitions read(Connection connection, Dataset dataset)
      throws SQLException, PartitioningNotSupported {
    try (Statement session = connection.createStatement()) {
      session.execute("SET SESSION information_schema_stats_expiry = 0");
    }
    TableName table = dataset.table();
    try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
      statement.setString(1, dataset.eventDay().value());
      statement.setString(2, table.schema().value());
      statement.setString(3, table.table().value());
      try (ResultSet row = statement.executeQuery()) {
        return new TablePartitions(table, partitions(row, dataset));
      }
    }
  }

  /** All partitions, lowest bound first. */
  public List<TablePartition> all() {
    return partitions;
  }

  /** The partition that holds, or would take, a row of this day; empty above the highest bound. */
  public Optional<TablePartition> partitionOf(LocalDate day) {
    return partitions.stream().filter(partition -> partition.contains(day)).findFirst();
  }

  /** The partition of this name, if the table has one. */
  public Optional<TablePartition> named(String name) {
    return partitions.stream().filter(partition -> partition.isNamed(name)).findFirst();
  }

  @Override
  public String toString() {
    return table + " " + partitions;
  }

  private static List<TablePartition> partitions(ResultSet row, Dataset dataset)
      throws SQLException, PartitioningNotSupported {
    List<TablePartition> partitions = new ArrayList<>();
    Optional<LocalDate> lower = Optional.empty();
    while (row.next()) {
      PartitionScheme scheme =
          PartitionScheme.of(
              dataset,
              row.getString("PARTITION_METHOD"),
              row.getString("SUBPARTITION_METHOD"),
              row.getString("PARTITION_EXPRESSION"),
              row.getString("DATA_TYPE"));
      Identifier name = name(dataset.table(), row.getString("PARTITION_NAME"));
      Optional<LocalDate> upper =
          scheme.bound(dataset.table(), name, row.getString("PARTITION_DESCRIPTION"));
      partitions.add(
          new TablePartition(name, lower, upper, row.getInt("PARTITION_ORDINAL_POSITION")));
      lower = upper;
    }
    if (partitions.isEmpty()) {
      throw new PartitioningNotSupported(
          dataset.table(),
          PartitioningNotSupported.Reason.TABLE_NOT_FOUND,
          "the account sees no such table. Check the dataset's table name, the server and the"
              + " account's SELECT privilege.");
    }
    return partitions;
  }

  private static Identifier name(TableName table, @Nullable String name)
      throws PartitioningNotSupported {
    try {
      return Identifier.of(String.valueOf(name));
    } catch (IllegalArgumentException e) {
      throw new PartitioningNotSupported(
          table, PartitioningNotSupported.Reason.BOUND, "table partition " + e.getMessage());
    }
  }
}
