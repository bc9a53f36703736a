package io.tallykeep.archive.table;

import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/**
 * Reads all live data files of one snapshot from its manifests and checks that they are as many,
 * with as many rows, as the snapshot's own summary says: a list that lost entries on its way would
 * otherwise pass for a smaller archive.
 */
final class LiveFiles {
  private final FileIO io;
  private final TableMetadata metadata;

  LiveFiles(FileIO io, TableMetadata metadata) {
    this.io = io;
    this.metadata = metadata;
  }

  /**
   * @throws ArchiveReadException if anything can't be read, does not add up, or the snapshot has
   *     row-level deletes, which Tallykeep never writes
   */
  List<DataFile> of(Snapshot snapshot) {
    String what = "snapshot " + snapshot.snapshotId() + " of " + metadata.location();
    List<ManifestFile> manifests =
        ObjectReads.one("manifest list of " + what, () -> snapshot.allManifests(io));
    requireNoDeletes(what, manifests);
    List<Callable<List<DataFile>>> reads = new ArrayList<>();
    for (ManifestFile manifest : manifests) {
      reads.add(() -> live(manifest, io, metadata));
    }
    List<DataFile> files = new ArrayList<>();
    ObjectReads.all("a manifest of " + what, reads).forEach(files::addAll);
    requireTotals(
        what, snapshot, files.size(), files.stream().mapToLong(DataFile::recordCount).sum());
    return files;
  }

  static void requireNoDeletes(String what, List<ManifestFile> manifests) {
    for (ManifestFile manifest : manifests) {
      switch (manifest.content()) {
        case DATA -> {}
        case DELETES ->
            throw new ArchiveReadException(
                Kind.UNREADABLE,
                what
                    + " has row-level deletes ("
                    + manifest.path()
                    + "), which Tallykeep never writes: another engine changed the table. Audit"
                    + " it.",
                null);
      }
    }
  }

  /**
   * @throws ArchiveReadException if the snapshot's summary states other numbers
   */
  static void requireTotals(String what, Snapshot snapshot, long files, long rows) {
    agree(what, "data files", snapshot, SnapshotSummary.TOTAL_DATA_FILES_PROP, files);
    agree(what, "rows", snapshot, SnapshotSummary.TOTAL_RECORDS_PROP, rows);
  }

  /**
   * @throws ArchiveReadException if the manifest is not there
   */
  static List<DataFile> live(ManifestFile manifest, FileIO io, TableMetadata metadata)
      throws IOException {
    List<DataFile> files = new ArrayList<>();
    try (ManifestReader<DataFile> reader = ManifestFiles.read(manifest, io, metadata.specsById())) {
      reader.forEach(files::add);
    } catch (NotFoundException | NoSuchKeyException e) {
      throw new ArchiveReadException(
          Kind.MISSING,
          "manifest "
              + manifest.path()
              + " is not there. Nothing may be concluded from it; restore the object or its"
              + " version.",
          e);
    }
    return files;
  }

  private static void agree(
      String what, String counted, Snapshot snapshot, String key, long found) {
    String stated =
        Optional.ofNullable(snapshot.summary()).orElse(Map.of()).getOrDefault(key, "nothing");
    if (!stated.equals(String.valueOf(found))) {
      throw new ArchiveReadException(
          Kind.UNREADABLE,
          what + ": " + found + " " + counted + " were read, its summary says " + stated + ".",
          null);
    }
  }
}
