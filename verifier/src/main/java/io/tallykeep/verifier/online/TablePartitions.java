package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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
          + " p.PARTITION_DESCRIPTION, ";
  private static final String FROM =
      " FROM information_schema.PARTITIONS p WHERE p.TABLE_SCHEMA = ? AND p.TABLE_NAME = ?"
          + " ORDER BY p.PARTITION_ORDINAL_POSITION";

  /** Once for the statement: joined, the server looks it up for each partition. */
  private static final String TYPE_AS_IT_IS =
      "(SELECT DATA_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ?"
          + " AND TABLE_NAME = ? AND COLUMN_NAME = ?) AS DATA_TYPE";

  private final TableName table;
  private final List<TablePartition> partitions;

  private TablePartitions(TableName table, List<TablePartition> partitions) {
    this.table = table;
    this.partitions = List.copyOf(partitions);
  }

  /**
   * Reads the bounds, in one statement. Waits for no metadata lock.
   *
   * @param connection an autocommit connection to the server that holds the table
   * @throws PartitioningNotSupported if the table is missing or partitioned in a way that does not
   *     tell days
   * @throws SQLException if the dictionary can't be read
   */
  public static TablePartitions read(Connection connection, Dataset dataset)
      throws SQLException, PartitioningNotSupported {
    TableName table = dataset.table();
    return read(
        connection,
        dataset,
        TYPE_AS_IT_IS,
        List.of(table.schema().value(), table.table().value(), dataset.eventDay().value()));
  }

  /**
   * As {@link #read(Connection, Dataset)}, at half the server's expense, for who knows the table's
   * columns already.
   *
   * @param eventDayType the event day column's {@code DATA_TYPE}
   */
  static TablePartitions read(Connection connection, Dataset dataset, String eventDayType)
      throws SQLException, PartitioningNotSupported {
    return read(connection, dataset, "? AS DATA_TYPE", List.of(eventDayType));
  }

  private static TablePartitions read(
      Connection connection, Dataset dataset, String type, List<String> typeParameters)
      throws SQLException, PartitioningNotSupported {
    TableName table = dataset.table();
    List<String> parameters = new ArrayList<>(typeParameters);
    parameters.add(table.schema().value());
    parameters.add(table.table().value());
    try (PreparedStatement statement = connection.prepareStatement(SELECT + type + FROM)) {
      for (int i = 0; i < parameters.size(); i++) {
        statement.setString(i + 1, parameters.get(i));
      }
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
