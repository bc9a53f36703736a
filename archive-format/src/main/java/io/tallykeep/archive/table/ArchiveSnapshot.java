package io.tallykeep.archive.table;

import io.tallykeep.archive.read.FileLookups;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.InputFile;
import org.jspecify.annotations.Nullable;

/**
 * The archive at one metadata file: its live data files by event day. Immutable and thread-safe;
 * later commits do not show in it.
 */
public final class ArchiveSnapshot {

  /**
   * A row with the asked identity.
   *
   * @param row its values in the schema's column order
   * @param sequence the sequence number of the file that holds it
   * @param path that file
   */
  public record Found(@Nullable Object[] row, long sequence, String path) {}

  private final TableStore store;
  private final FileLookups lookups;
  private final String metadataLocation;
  private final long sequence;
  private final Map<LocalDate, List<ArchivedFile>> filesByDay;

  /**
   * @param snapshot empty for a table without one
   * @param files all its live files
   */
  ArchiveSnapshot(
      TableStore store,
      ArchiveSchema schema,
      String metadataLocation,
      @Nullable Snapshot snapshot,
      List<ArchivedFile> files) {
    this.store = store;
    this.lookups = store.reads().files(schema);
    this.metadataLocation = metadataLocation;
    this.sequence = snapshot == null ? 0 : snapshot.sequenceNumber();
    Map<LocalDate, List<ArchivedFile>> byDay = new TreeMap<>();
    for (ArchivedFile file : files) {
      byDay.computeIfAbsent(file.eventDay(), ignored -> new ArrayList<>()).add(file);
    }
    byDay.replaceAll((day, list) -> List.copyOf(list));
    this.filesByDay = byDay;
  }

  /**
   * Reads the snapshot that is current in a metadata file.
   *
   * @throws ArchiveReadException if a part of it is missing, unreadable or does not add up
   * @throws TableMismatchException if the table there is not the schema's
   */
  static ArchiveSnapshot load(TableStore store, ArchiveSchema schema, String metadataLocation) {
    TableMetadata metadata = store.metadataFiles().read(metadataLocation);
    new TableShape(schema).check(metadata);
    return of(store, schema, metadata, metadata.currentSnapshot());
  }

  /** Reads an earlier snapshot of a metadata file. */
  static ArchiveSnapshot of(
      TableStore store, ArchiveSchema schema, TableMetadata metadata, long snapshotId) {
    return of(store, schema, metadata, metadata.snapshot(snapshotId));
  }

  private static ArchiveSnapshot of(
      TableStore store, ArchiveSchema schema, TableMetadata metadata, @Nullable Snapshot snapshot) {
    List<DataFile> files =
        snapshot == null ? List.of() : new LiveFiles(store.io(), metadata).of(snapshot);
    String location = metadata.metadataFileLocation();
    return new ArchiveSnapshot(
        store,
        schema,
        location,
        snapshot,
        files.stream().map(file -> ArchivedFile.of(schema, location, file)).toList());
  }

  /** The sequence number of the current snapshot; 0 for a table without one. */
  public long sequence() {
    return sequence;
  }

  /** The metadata file this was read from. */
  public String metadataLocation() {
    return metadataLocation;
  }

  /** The files of one event day, empty if there are none. */
  public List<ArchivedFile> files(LocalDate eventDay) {
    return filesByDay.getOrDefault(eventDay, List.of());
  }

  /** All files, by event day. */
  public List<ArchivedFile> allFiles() {
    return filesByDay.values().stream().flatMap(List::stream).toList();
  }

  /**
   * Looks an identity up in the files of one event day, in all of them at once that may hold it by
   * their bounds. Several rows come back when a day holds late files: the caller decides between
   * them.
   *
   * @param identity the identity's values in the identity's order
   * @param scope the look-up: reads end with its time, and are counted for it
   * @return empty only if every file that may hold the identity was read where it belongs and does
   *     not have it
   * @throws io.tallykeep.archive.file.DataFileException if a file is missing, was replaced or can't
   *     be read
   * @throws io.tallykeep.archive.read.ReadStoppedException if the look-up's time was over first
   */
  public List<Found> find(LocalDate eventDay, Object[] identity, ReadScope scope) {
    List<ArchivedFile> candidates = candidates(eventDay, identity);
    if (candidates.size() <= 1) {
      return candidates.stream().flatMap(file -> find(file, identity, scope).stream()).toList();
    }
    List<Callable<Optional<Found>>> reads = new ArrayList<>();
    candidates.forEach(file -> reads.add(() -> find(file, identity, scope)));
    return store.reads().severalFiles(scope).all(reads).stream().flatMap(Optional::stream).toList();
  }

  /**
   * Looks an identity up whose event day nobody knows: several days at once, and of each only files
   * that may hold it by their bounds and then by their filters, until the first of the days that
   * has it is found.
   *
   * @param eventDays in the order in which a row counts
   * @param identity the identity's values in the identity's order
   * @param scope the look-up: reads end with its time, and are counted for it
   * @return the rows of one event day. Empty proves nothing: filters have no checksum
   * @throws io.tallykeep.archive.file.DataFileException if a file is missing, was replaced or can't
   *     be read
   * @throws io.tallykeep.archive.read.ReadStoppedException if the look-up's time was over first
   */
  public List<Found> findFirst(List<LocalDate> eventDays, Object[] identity, ReadScope scope) {
    List<Callable<List<Found>>> reads = new ArrayList<>();
    for (LocalDate day : eventDays) {
      List<ArchivedFile> candidates = candidates(day, identity);
      if (!candidates.isEmpty()) {
        reads.add(() -> findByFilter(candidates, identity, scope));
      }
    }
    List<List<Found>> days =
        store.reads().severalFiles(scope).until(reads, copies -> !copies.isEmpty());
    return days.isEmpty() ? List.of() : days.get(days.size() - 1);
  }

  private List<ArchivedFile> candidates(LocalDate eventDay, Object[] identity) {
    return files(eventDay).stream().filter(file -> file.bounds().mayHold(identity)).toList();
  }

  private List<Found> findByFilter(
      List<ArchivedFile> candidates, Object[] identity, ReadScope scope) {
    return candidates.stream()
        .filter(file -> lookups.mayHold(file.listed(), identity, scope))
        .flatMap(file -> find(file, identity, scope).stream())
        .toList();
  }

  private Optional<Found> find(ArchivedFile file, Object[] identity, ReadScope scope) {
    return lookups
        .find(file.listed(), identity, scope)
        .map(row -> new Found(row, file.sequence(), file.path()));
  }

  /** The file's bytes at its recorded size: no request is spent on asking for it. */
  public InputFile open(ArchivedFile file) {
    return store.io().newInputFile(file.path(), file.sizeBytes());
  }
}
