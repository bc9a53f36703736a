package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveSnapshot;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.ObjectState;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks for the recorded files of one attempt in a snapshot of the archive: by name only, or by
 * reading every row back.
 */
public final class PublishedFiles {
  private final ArchiveSnapshot snapshot;
  private final ArchiveStorage storage;
  private final List<ArchiveFiles.Recorded> recorded;

  public PublishedFiles(
      ArchiveSnapshot snapshot, ArchiveStorage storage, List<ArchiveFiles.Recorded> recorded) {
    this.snapshot = snapshot;
    this.storage = storage;
    this.recorded = List.copyOf(recorded);
  }

  /**
   * What reading back found.
   *
   * @param byDay count and digest of each day that has files
   * @param differences what does not agree, in words; empty if all does
   */
  public record Evidence(Map<LocalDate, TableDigest> byDay, List<String> differences) {
    /** Count and digest of one day; zero rows where it has no file. */
    public TableDigest of(LocalDate day) {
      return byDay.getOrDefault(day, TableDigest.ZERO);
    }
  }

  /**
   * Reads every row of the recorded files through the snapshot.
   *
   * @throws StoreSilentException if the object store did not answer, which says nothing of a file
   */
  public Evidence readBack(ArchiveSchema schema) {
    List<String> differences = new ArrayList<>(missing());
    Map<LocalDate, TableDigest> byDay = new HashMap<>();
    if (!differences.isEmpty()) {
      return new Evidence(byDay, differences);
    }
    DataFileReader reader = new DataFileReader(schema);
    for (ArchiveFiles.Recorded file : recorded) {
      try {
        RowDigester digester = new RowDigester(schema);
        reader.forEach(storage.fileIO().newInputFile(file.path(), file.sizeBytes()), digester::add);
        TableDigest found = digester.digest();
        if (!found.equals(file.digest())) {
          differences.add(file.path() + ": wrote " + file.digest() + ", read back " + found);
        }
        byDay.merge(file.eventDay(), found, TableDigest::plus);
      } catch (DataFileException e) {
        if (StoreSilentException.isBehind(e)) {
          throw new StoreSilentException(String.valueOf(e.getMessage()), e);
        }
        differences.add(String.valueOf(e.getMessage()));
      }
    }
    return new Evidence(byDay, differences);
  }

  /** Count and digest of a day's recorded files together. */
  public TableDigest recorded(LocalDate day) {
    return recorded.stream()
        .filter(file -> file.eventDay().equals(day))
        .map(ArchiveFiles.Recorded::digest)
        .reduce(TableDigest.ZERO, TableDigest::plus);
  }

  /** Recorded files that the snapshot does not name, or not with their size, count and day. */
  public List<String> missing() {
    Map<String, ArchivedFile> named = new HashMap<>();
    snapshot.allFiles().forEach(file -> named.put(file.path(), file));
    List<String> differences = new ArrayList<>();
    for (ArchiveFiles.Recorded file : recorded) {
      ArchivedFile archived = named.get(file.path());
      if (archived == null) {
        differences.add(file.path() + " is not in the archive's current snapshot");
      } else if (archived.sizeBytes() != file.sizeBytes()
          || archived.rowCount() != file.digest().rowCount()
          || !archived.eventDay().equals(file.eventDay())) {
        differences.add(file.path() + ": the snapshot says " + archived + ", recorded " + file);
      }
    }
    return differences;
  }

  /** Recorded files that the object store no longer holds with their size and entity tag. */
  public List<String> damaged() {
    List<String> differences = new ArrayList<>();
    for (ArchiveFiles.Recorded file : recorded) {
      ObjectState state = storage.objectState(file.path());
      if (!(state instanceof ObjectState.Present present)
          || present.sizeBytes() != file.sizeBytes()
          || !present.etag().equals(file.etag())) {
        differences.add(
            file.path()
                + ": written with "
                + file.sizeBytes()
                + " bytes and entity tag "
                + file.etag()
                + ", the object store now says "
                + state);
      }
    }
    return differences;
  }
}
