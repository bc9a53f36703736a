package io.tallykeep.archive.table;

import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;

/** Adds a publication's files and removes those it replaces, in one snapshot. */
final class PublishCommit implements TableChange {
  private final Publication publication;

  PublishCommit(Publication publication) {
    this.publication = publication;
  }

  @Override
  public String runId() {
    return publication.runId();
  }

  @Override
  public String describe() {
    return "publication of "
        + publication.dataset()
        + "/"
        + publication.shard()
        + " "
        + publication.tablePartition()
        + ", run "
        + publication.runId();
  }

  @Override
  public Map<String, String> summary() {
    return Map.of(
        SummaryKeys.OPERATION,
        SummaryKeys.PUBLISH,
        SummaryKeys.DATASET,
        publication.dataset(),
        SummaryKeys.SHARD,
        String.valueOf(publication.shard()),
        SummaryKeys.TABLE_PARTITION,
        publication.tablePartition(),
        SummaryKeys.FREEZE_NUMBER,
        String.valueOf(publication.freezeNumber()),
        SummaryKeys.ROW_COUNT,
        String.valueOf(publication.digest().rowCount()),
        SummaryKeys.DIGEST,
        publication.digest().hex());
  }

  @Override
  public SnapshotUpdate<?> prepare(Table table, TableStore store, ArchiveSnapshot before) {
    Map<String, ArchivedFile> live = byPath(before);
    Set<String> twice = new TreeSet<>(publication.paths());
    twice.retainAll(live.keySet());
    if (!twice.isEmpty()) {
      throw new IllegalStateException(
          describe() + " names files that another commit added already: " + twice);
    }
    Set<String> replaced = new TreeSet<>(publication.replacesPaths());
    replaced.retainAll(live.keySet());
    return replaced.isEmpty() ? append(table) : overwrite(table, store, before, replaced);
  }

  private AppendFiles append(Table table) {
    AppendFiles append = table.newFastAppend();
    publication.files().forEach(append::appendFile);
    return append;
  }

  private OverwriteFiles overwrite(
      Table table, TableStore store, ArchiveSnapshot before, Set<String> replaced) {
    OverwriteFiles overwrite = table.newOverwrite();
    TableMetadata metadata = store.metadataFiles().read(before.metadataLocation());
    for (DataFile file : new LiveFiles(store.io(), metadata).of(metadata.currentSnapshot())) {
      if (replaced.contains(file.location())) {
        overwrite.deleteFile(file);
      }
    }
    publication.files().forEach(overwrite::addFile);
    return overwrite;
  }

  @Override
  public void checkLanded(ArchiveSnapshot after) {
    Map<String, ArchivedFile> live = byPath(after);
    List<String> wrong = new ArrayList<>();
    for (DataFile expected : publication.files()) {
      ArchivedFile found = live.get(expected.location());
      if (found == null) {
        wrong.add(expected.location() + " is missing");
      } else if (found.rowCount() != expected.recordCount()
          || found.sizeBytes() != expected.fileSizeInBytes()) {
        wrong.add(
            expected.location()
                + " is listed with "
                + found.rowCount()
                + " rows and "
                + found.sizeBytes()
                + " bytes instead of "
                + expected.recordCount()
                + " and "
                + expected.fileSizeInBytes());
      }
    }
    for (String path : publication.replacesPaths()) {
      if (live.containsKey(path)) {
        wrong.add(path + " should have been replaced and is still there");
      }
    }
    if (!wrong.isEmpty()) {
      throw new ArchiveReadException(
          Kind.UNREADABLE,
          describe()
              + " was committed as "
              + after.metadataLocation()
              + " but "
              + String.join("; ", wrong)
              + ". Do not drop the rows.",
          null);
    }
  }

  @Override
  public void checkSame(PublishedRun run, TableStore store, ArchiveSnapshot now) {
    Set<String> added = addedBy(run, store, now);
    if (!added.equals(publication.paths())
        || !run.digest().equals(Optional.of(publication.digest()))) {
      throw new IllegalStateException(
          describe()
              + ": the table's history has another change under that run id (snapshot "
              + run.snapshotId()
              + ", files "
              + added
              + ", "
              + run.summary()
              + "). Use a new run id.");
    }
    Set<String> gone = new TreeSet<>(added);
    gone.removeAll(byPath(now).keySet());
    if (!gone.isEmpty()) {
      throw new IllegalStateException(
          describe()
              + " was published as snapshot "
              + run.snapshotId()
              + " and replaced or expired since: no longer live are "
              + gone);
    }
  }

  private static Set<String> addedBy(PublishedRun run, TableStore store, ArchiveSnapshot now) {
    TableMetadata metadata = store.metadataFiles().read(now.metadataLocation());
    return new LiveFiles(store.io(), metadata)
        .of(metadata.snapshot(run.snapshotId())).stream()
            .filter(file -> Long.valueOf(run.sequence()).equals(file.dataSequenceNumber()))
            .map(DataFile::location)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, ArchivedFile> byPath(ArchiveSnapshot snapshot) {
    return snapshot.allFiles().stream()
        .collect(Collectors.toMap(ArchivedFile::path, file -> file, (a, b) -> a, HashMap::new));
  }
}
