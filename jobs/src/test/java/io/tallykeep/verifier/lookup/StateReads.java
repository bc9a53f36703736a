package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.Pointer;
import io.tallykeep.verifier.ledger.LedgerReading;
import io.tallykeep.verifier.online.DayStatements;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads that are answered from the record, each as it was at some state. */
abstract class StateReads implements DayReads {

  /**
   * The state at which the next read takes place; never an earlier one than the last.
   *
   * @param place what is read
   * @param key which partition or pointer is asked, empty elsewhere
   */
  abstract Readings next(Place place, String key);

  /** The bounds that the look-up finds in its cache, if any. */
  abstract Optional<TablePartitions> cachedBounds() throws SQLException;

  /** Bounds were read. */
  abstract void boundsRead(Readings at);

  @Override
  public LedgerReading ledger(LookupStep step, int round) throws SQLException {
    return next(Place.LEDGER, "").ledger().get();
  }

  @Override
  public DayStatements online(int round) {
    return new DayStatements() {
      @Override
      public Optional<TablePartitions> lastBounds() {
        try {
          return cachedBounds();
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public Optional<List<@Nullable Object[]>> rows(TablePartition partition) throws SQLException {
        String name = partition.name().value();
        return recorded(next(Place.ONLINE, name).rows(), name).get();
      }

      @Override
      public List<@Nullable Object[]> rowsInAnyPartition() throws SQLException {
        return recorded(next(Place.ONLINE, Readings.ANY_PARTITION).rows(), Readings.ANY_PARTITION)
            .get()
            .orElseThrow();
      }

      @Override
      public TablePartitions bounds() throws SQLException {
        Readings at = next(Place.BOUNDS, "");
        boundsRead(at);
        return at.bounds().get();
      }
    };
  }

  @Override
  public List<@Nullable Object[]> late(int round) throws SQLException {
    return next(Place.LATE, "").late().get();
  }

  @Override
  public Optional<Pointer> pointer(int round) throws SQLException {
    return next(Place.POINTER, "").pointer().get();
  }

  @Override
  public ArchiveProbe.Outcome archive(int round, Optional<Pointer> pointer) {
    String key = Readings.key(pointer);
    try {
      return recorded(next(Place.ARCHIVE, key).archive(), key).get();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> Recorded<T> recorded(Map<String, Recorded<T>> readings, String key) {
    return Objects.requireNonNull(readings.get(key), key);
  }
}
