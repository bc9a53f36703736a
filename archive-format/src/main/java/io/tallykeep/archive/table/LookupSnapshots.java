package io.tallykeep.archive.table;

import io.tallykeep.archive.read.ArchiveReads;
import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.read.SingleFlight;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots that look-ups read. After a commit only its new manifests are fetched; the files
 * are always counted anew against the snapshot's summary. Thread-safe.
 */
final class LookupSnapshots {
  private final TableStore store;
  private final ArchiveSchema schema;
  private final SingleFlight<String, ArchiveSnapshot> snapshots;
  private final AtomicReference<@Nullable ArchivePoint> last = new AtomicReference<>();

  LookupSnapshots(TableStore store, ArchiveSchema schema) {
    this.store = store;
    this.schema = schema;
    this.snapshots = store.reads().snapshots();
  }

  ArchiveSnapshot at(Pointer pointer, ReadScope scope) {
    return snapshots.get(
        pointer.metadataLocation(), scope, shared -> load(pointer.metadataLocation(), shared));
  }

  Optional<ArchivePoint> lastPoint() {
    return Optional.ofNullable(last.get());
  }

  private ArchiveSnapshot load(String location, ReadScope scope) {
    FileIO io = store.reads().metadata(scope);
    TableMetadata metadata = store.metadataFiles().read(location, io);
    new TableShape(schema).check(metadata);
    Snapshot current = metadata.currentSnapshot();
    List<ArchivedFile> files = current == null ? List.of() : files(metadata, current, scope);
    ArchiveSnapshot loaded = new ArchiveSnapshot(store, schema, location, current, files);
    if (current != null) {
      last.set(
          new ArchivePoint(
              current.sequenceNumber(), Instant.ofEpochMilli(current.timestampMillis())));
    }
    return loaded;
  }

  private List<ArchivedFile> files(TableMetadata metadata, Snapshot snapshot, ReadScope scope) {
    ArchiveReads reads = store.reads();
    String what = "snapshot " + snapshot.snapshotId() + " of " + metadata.location();
    List<ManifestFile> manifests =
        ObjectReads.here(
            "manifest list of " + what, () -> snapshot.allManifests(reads.metadata(scope)));
    LiveFiles.requireNoDeletes(what, manifests);
    List<Callable<List<ArchivedFile>>> wanted = new ArrayList<>();
    manifests.forEach(manifest -> wanted.add(() -> list(metadata, manifest, scope)));
    List<ArchivedFile> files = new ArrayList<>();
    reads.severalManifests(scope).all(wanted).forEach(files::addAll);
    LiveFiles.requireTotals(
        what, snapshot, files.size(), files.stream().mapToLong(ArchivedFile::rowCount).sum());
    return files;
  }

  private List<ArchivedFile> list(TableMetadata metadata, ManifestFile manifest, ReadScope scope) {
    ManifestKey key =
        new ManifestKey(
            manifest.path(), manifest.length(), manifest.sequenceNumber(), schema.fingerprint());
    return store.manifests().getHere(key, () -> read(metadata, manifest, scope));
  }

  private List<ArchivedFile> read(TableMetadata metadata, ManifestFile manifest, ReadScope scope) {
    FileIO io = store.reads().metadata(scope);
    return ObjectReads.here(
        "manifest " + manifest.path(),
        () ->
            LiveFiles.live(manifest, io, metadata).stream()
                .map(file -> ArchivedFile.of(schema, manifest.path(), file))
                .toList());
  }
}
