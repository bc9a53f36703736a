package io.tallykeep.verifier.online;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an identity in the online table.
 *
 * <p>A probe names the table partition of the day. The name comes from bounds that may be out of
 * date, so a miss counts only once the bounds were read again and still put the day into the
 * partition that was probed: a REORGANIZE may have moved the row to a partition of another name.
 * Nor can a probe without a name be trusted: it finds nothing on a dropped partition's days and
 * doesn't say that the partition is gone.
 *
 * <p>Real bounds alone don't show a drop either: the next partition has then taken the dropped
 * one's days over, for RANGE has no lower bound of its own. Hence {@link Outcome.Missing} says
 * which partition answered, and the caller compares it with the one the ledger names.
 *
 * <p>Safe for use by many threads, each with its own connection.
 */
public final class OnlineProbe {
  /** ER_UNKNOWN_PARTITION: the statement names a partition that the table doesn't have. */
  private static final int UNKNOWN_PARTITION = 1735;

  /** How often a probe follows bounds that keep changing. */
  private static final int TRIES = 4;

  private final Dataset dataset;
  private final String eventDayType;
  private final RowQuery query;
  private final AtomicReference<@Nullable TablePartitions> lastSeen = new AtomicReference<>();

  /** What a probe found. */
  public sealed interface Outcome {
    /**
     * The rows of the identity and day.
     *
     * @param rows one row, or two where the table's unique key is missing
     */
    record Found(List<@Nullable Object[]> rows) implements Outcome {
      public Found {
        rows = List.copyOf(rows);
      }
    }

    /**
     * No row.
     *
     * @param partition the partition that answered; by the bounds read after the probe it takes the
     *     day's rows
     */
    record Missing(TablePartition partition) implements Outcome {}

    /**
     * No partition could be asked.
     *
     * @param why for a message
     */
    record NoPartition(String why) implements Outcome {}

    /**
     * No row of the day in the whole table, which was asked without naming a partition: the day's
     * own may be gone.
     */
    record MissingUnnamed() implements Outcome {}
  }

  /**
   * @param dataset whose online table is probed
   * @param schema that table's columns; rows come in their order
   */
  public OnlineProbe(Dataset dataset, ArchiveSchema schema) {
    this.dataset = dataset;
    this.eventDayType = schema.column(schema.eventDayIndex()).mysqlType();
    this.query = new RowQuery(schema);
  }

  /**
   * Looks for the identity in the table partition of its event day.
   *
   * @param connection an autocommit connection to the server that takes the writes
   * @param day the event day
   * @param identity the identity's values in its order, in the form that rows hold them
   * @throws SQLException if the table can't be read, 1146 and 1812 among others
   * @throws PartitioningNotSupported if the table's partitions don't tell days
   */
  public Outcome probe(Connection connection, LocalDate day, Object[] identity)
      throws SQLException, PartitioningNotSupported {
    return probe(statements(connection, day, identity), day);
  }

  /**
   * Looks for an identity by these statements: the way from one to the next, and nothing else.
   *
   * @param statements those of the identity and day
   * @param day the event day
   * @throws SQLException if the table can't be read
   * @throws PartitioningNotSupported if the table's partitions don't tell days
   */
  public static Outcome probe(DayStatements statements, LocalDate day)
      throws SQLException, PartitioningNotSupported {
    Optional<TablePartitions> last = statements.lastBounds();
    TablePartitions bounds = last.isPresent() ? last.get() : statements.bounds();
    for (int i = 0; i < TRIES; i++) {
      Optional<TablePartition> asked = bounds.partitionOf(day);
      Optional<List<@Nullable Object[]>> rows =
          asked.isPresent() ? statements.rows(asked.get()) : Optional.empty();
      if (rows.isPresent() && !rows.get().isEmpty()) {
        return new Outcome.Found(rows.get());
      }
      bounds = statements.bounds();
      Optional<TablePartition> present = bounds.partitionOf(day);
      if (present.isEmpty()) {
        return new Outcome.NoPartition("the table has no partition that takes rows of " + day);
      }
      if (rows.isPresent()
          && present.map(TablePartition::name).equals(asked.map(TablePartition::name))) {
        return new Outcome.Missing(present.get());
      }
    }
    return new Outcome.NoPartition(
        "the table's partitions changed during each of " + TRIES + " probes");
  }

  /**
   * Looks for an identity of a day whose partition was dropped, by the ledger. No bounds are read:
   * a miss decides nothing, and a row that is there all the same is found by whichever partition
   * takes the day.
   *
   * @param statements those of the identity and day
   * @throws SQLException if the table can't be read
   */
  public static Outcome probeDropped(DayStatements statements) throws SQLException {
    List<@Nullable Object[]> rows = statements.rowsInAnyPartition();
    return rows.isEmpty() ? new Outcome.MissingUnnamed() : new Outcome.Found(rows);
  }

  /** The statements of one probe, on a connection as for {@link #probe}. */
  public DayStatements statements(Connection connection, LocalDate day, Object[] identity) {
    return new DayStatements() {
      @Override
      public Optional<TablePartitions> lastBounds() {
        return Optional.ofNullable(lastSeen.get());
      }

      @Override
      public Optional<List<@Nullable Object[]>> rows(TablePartition partition) throws SQLException {
        return select(connection, partition, day, identity);
      }

      @Override
      public List<@Nullable Object[]> rowsInAnyPartition() throws SQLException {
        return probe(connection, List.of(day), identity);
      }

      @Override
      public TablePartitions bounds() throws SQLException, PartitioningNotSupported {
        TablePartitions bounds = TablePartitions.read(connection, dataset, eventDayType);
        lastSeen.set(bounds);
        return bounds;
      }
    };
  }

  /**
   * Looks for the identity on several days, without regard to partitions. A miss says nothing: the
   * days' partitions may be gone.
   *
   * @param connection an autocommit connection to the server that takes the writes
   * @param days the event days
   * @param identity the identity's values in its order, in the form that rows hold them
   * @return the rows found, at most two
   * @throws SQLException if the table can't be read
   */
  public List<@Nullable Object[]> probe(
      Connection connection, List<LocalDate> days, Object[] identity) throws SQLException {
    return days.isEmpty()
        ? List.of()
        : query.rows(connection, dataset.table().quoted(), identity, days);
  }

  /** The rows in one partition; empty if there is no such partition. */
  private Optional<List<@Nullable Object[]>> select(
      Connection connection, TablePartition partition, LocalDate day, Object[] identity)
      throws SQLException {
    String from = dataset.table().quoted() + " PARTITION (" + partition.name().quoted() + ")";
    try {
      return Optional.of(query.rows(connection, from, identity, List.of(day)));
    } catch (SQLException e) {
      if (e.getErrorCode() == UNKNOWN_PARTITION) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
