package io.tallykeep.archive.table;

import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
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

  private final FileIO io;
  private final DataFileReader reader;
  private final String metadataLocation;
  private final long sequence;
  private final Map<LocalDate, List<ArchivedFile>> filesByDay;

  private ArchiveSnapshot(
      FileIO io,
      ArchiveSchema schema,
      String metadataLocation,
      long sequence,
      List<DataFile> files) {
    this.io = io;
    this.reader = new DataFileReader(schema);
    this.metadataLocation = metadataLocation;
    this.sequence = sequence;
    this.filesByDay = byDay(schema, metadataLocation, files);
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
    return new ArchiveSnapshot(
        store.io(),
        schema,
        metadata.metadataFileLocation(),
        snapshot == null ? 0 : snapshot.sequenceNumber(),
        snapshot == null ? List.of() : new LiveFiles(store.io(), metadata).of(snapshot));
  }

  private static Map<LocalDate, List<ArchivedFile>> byDay(
      ArchiveSchema schema, String metadataLocation, List<DataFile> files) {
    Map<LocalDate, List<ArchivedFile>> byDay = new TreeMap<>();
    for (DataFile file : files) {
      Integer day = file.partition().get(0, Integer.class);
      Long sequence = file.dataSequenceNumber();
      if (day == null || sequence == null) {
        throw new ArchiveReadException(
            Kind.UNREADABLE,
            metadataLocation + " lists " + file.location() + " without event day or sequence.",
            null);
      }
      LocalDate eventDay = LocalDate.ofEpochDay(day);
      byDay
          .computeIfAbsent(eventDay, ignored -> new ArrayList<>())
          .add(
              new ArchivedFile(
                  file.location(),
                  file.fileSizeInBytes(),
                  file.recordCount(),
                  sequence,
                  eventDay,
                  IdentityBounds.of(schema, file)));
    }
    byDay.replaceAll((day, list) -> List.copyOf(list));
    return byDay;
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
   * Looks an identity up in the files of one event day. Several rows come back when a day holds
   * late files: the caller decides between them.
   *
   * @param identity the identity's values in the identity's order
   * @return empty only if every file that may hold the identity was read and does not
   * @throws io.tallykeep.archive.file.DataFileException if a file is missing or can't be read
   */
  public List<Found> find(LocalDate eventDay, Object[] identity) {
    List<Found> found = new ArrayList<>();
    for (ArchivedFile file : files(eventDay)) {
      if (file.bounds().mayHold(identity)) {
        reader
            .find(open(file), identity)
            .ifPresent(row -> found.add(new Found(row, file.sequence(), file.path())));
      }
    }
    return List.copyOf(found);
  }

  /** The file's bytes at its recorded size: no request is spent on asking for it. */
  public InputFile open(ArchivedFile file) {
    return io.newInputFile(file.path(), file.sizeBytes());
  }
}
