package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveCatalog;
import io.tallykeep.archive.table.ArchivePoint;
import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.ArchiveSnapshot;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.Pointer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The archive as a look-up reads it: first where it stands, then what it holds at exactly that
 * point. Safe for use by many threads.
 */
final class ArchiveProbe {
  private final ArchiveCatalog catalog;
  private final Dataset dataset;
  private final ArchiveSchema schema;
  private final AtomicReference<@Nullable ArchiveTable> table = new AtomicReference<>();

  /** What the archive said. */
  sealed interface Outcome {
    /** The row that counts. */
    record Found(FoundRow row) implements Outcome {}

    /**
     * Every file that could hold the identity was read and does not.
     *
     * @param rowsOfDay how many rows the archive holds of that day
     */
    record Missing(long rowsOfDay) implements Outcome {}

    /** An object that the snapshot names is not there: the archive moved on, or lost it. */
    record Vanished(String detail) implements Outcome {}
  }

  ArchiveProbe(ArchiveCatalog catalog, Dataset dataset, ArchiveSchema schema) {
    this.catalog = catalog;
    this.dataset = dataset;
    this.schema = schema;
  }

  /**
   * Reads where the archive stands. What is read decides nothing before {@link #requireUsable}.
   *
   * @param connection the look-up's
   * @param reads the look-up's reads of the object store
   * @return empty if the dataset has no archive table yet
   */
  Optional<Pointer> pointer(Connection connection, ReadScope reads) throws SQLException {
    ArchiveTable archive = table.get();
    if (archive == null) {
      archive = catalog.open(dataset, schema, reads).orElse(null);
      table.set(archive);
    }
    return archive == null ? Optional.empty() : Optional.of(archive.pointer(connection));
  }

  /**
   * Whether a look-up may go by this pointer.
   *
   * @param ledgerSequence the snapshot sequence in the ledger, read before: the archive stood there
   *     already
   * @throws UndecidedException FOREIGN_HEAD if somebody else moved the pointer, STALE_POINTER if it
   *     is older than the ledger
   */
  static void requireUsable(Dataset dataset, Optional<Pointer> pointer, long ledgerSequence)
      throws UndecidedException {
    if (pointer.isPresent() && pointer.get().isForeign()) {
      throw new UndecidedException(
          UndecidableReason.FOREIGN_HEAD,
          "the archive of dataset "
              + dataset.name()
              + " points to "
              + pointer.get().metadataLocation()
              + ", but Tallykeep's own last commit is "
              + pointer.get().ownHead().orElse("(none)")
              + ": somebody else moved it. Run the audit; give other engines a read-only account.");
    }
    long sequence = pointer.map(Pointer::snapshotSequence).orElse(0L);
    if (sequence < ledgerSequence) {
      throw new UndecidedException(
          UndecidableReason.STALE_POINTER,
          "the archive of dataset "
              + dataset.name()
              + (pointer.isPresent() ? " stands at snapshot sequence " + sequence : " has no table")
              + ", but the day ledger was raised to "
              + ledgerSequence
              + ": was the control schema restored? Run the audit.");
    }
  }

  /**
   * Looks for the identity in the files of one day.
   *
   * @param pointer where the archive stands; empty where there is none, and so no row
   * @param identity the identity's values in its order
   * @param reads the look-up's reads of the object store
   */
  Outcome probe(Optional<Pointer> pointer, LocalDate day, Object[] identity, ReadScope reads)
      throws UndecidedException {
    return probe(
        pointer,
        identity,
        reads,
        snapshot -> snapshot.find(day, identity, reads),
        snapshot -> snapshot.files(day).stream().mapToLong(ArchivedFile::rowCount).sum());
  }

  /**
   * Looks for the identity in the files of several days, those at once that may hold it.
   *
   * @param pointer where the archive stands; empty where there is none, and so no row
   * @param days the first that has a row is the one that counts
   * @param identity the identity's values in its order
   * @param reads the look-up's reads of the object store
   * @return a miss proves nothing and counts no rows: files may be left out by a filter that has no
   *     checksum
   */
  Outcome probe(Optional<Pointer> pointer, List<LocalDate> days, Object[] identity, ReadScope reads)
      throws UndecidedException {
    return probe(
        pointer,
        identity,
        reads,
        snapshot -> snapshot.findFirst(days, identity, reads),
        snapshot -> 0L);
  }

  private Outcome probe(
      Optional<Pointer> pointer,
      Object[] identity,
      ReadScope reads,
      Function<ArchiveSnapshot, List<ArchiveSnapshot.Found>> find,
      ToLongFunction<ArchiveSnapshot> rowCount)
      throws UndecidedException {
    ArchiveTable archive = table.get();
    if (pointer.isEmpty() || archive == null) {
      return new Outcome.Missing(0);
    }
    try {
      ArchiveSnapshot snapshot = archive.at(pointer.get(), reads);
      List<ArchiveSnapshot.Found> copies = find.apply(snapshot);
      return copies.isEmpty()
          ? new Outcome.Missing(rowCount.applyAsLong(snapshot))
          : new Outcome.Found(rowThatCounts(copies, identity));
    } catch (ArchiveReadException e) {
      if (e.kind() == ArchiveReadException.Kind.MISSING) {
        return new Outcome.Vanished(String.valueOf(e.getMessage()));
      }
      throw e;
    } catch (DataFileException e) {
      if (e.kind() == DataFileException.Kind.MISSING) {
        return new Outcome.Vanished(String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  /**
   * An identity within the bounds of each archived day's first file, the newest day first.
   *
   * @param pointer where the archive stands; empty where there is none
   * @param reads its reads of the object store
   */
  List<Query> queriesWithin(Optional<Pointer> pointer, ReadScope reads) {
    ArchiveTable archive = table.get();
    if (pointer.isEmpty() || archive == null) {
      return List.of();
    }
    List<Query> queries = new ArrayList<>();
    Set<LocalDate> days = new HashSet<>();
    for (ArchivedFile file : archive.at(pointer.get(), reads).allFiles()) {
      Optional<List<String>> identity = file.bounds().least();
      if (identity.isPresent() && days.add(file.eventDay())) {
        queries.add(
            new Query(
                dataset.name(), identity.get(), Optional.of(file.eventDay()), Optional.empty()));
      }
    }
    Collections.reverse(queries);
    return queries;
  }

  /** Where the archive stood when it was last read anew; empty before the first time. */
  Optional<ArchivePoint> lastPoint() {
    return Optional.ofNullable(table.get()).flatMap(ArchiveTable::lastPoint);
  }

  /** Equal copies count once; of different ones the one with the highest sequence number. */
  private FoundRow rowThatCounts(List<ArchiveSnapshot.Found> copies, Object[] identity)
      throws UndecidedException {
    long newest = copies.stream().mapToLong(ArchiveSnapshot.Found::sequence).max().orElseThrow();
    List<ArchiveSnapshot.Found> counting =
        copies.stream().filter(copy -> copy.sequence() == newest).toList();
    @Nullable Object[] row = counting.get(0).row();
    if (counting.stream().anyMatch(copy -> !Arrays.deepEquals(copy.row(), row))) {
      throw new UndecidedException(
          UndecidableReason.SEVERAL_ROWS,
          "the archive holds different rows of "
              + schema.describe(identity)
              + " that one commit wrote, in "
              + counting.stream().map(ArchiveSnapshot.Found::path).toList()
              + ". Find out which one counts.");
    }
    return new FoundRow(Where.ARCHIVE, schema, row);
  }
}
