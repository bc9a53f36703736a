package io.tallykeep.jobs.retention.rebuild;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.ObjectState;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.StoreSilentException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the data files of one run and says what {@code archive_file} must have of them: only if
 * together they hold the count and digest that the run's snapshot was published with.
 */
final class RecordedFiles {
  private final ArchiveStorage storage;
  private final ArchiveSchema schema;

  RecordedFiles(ArchiveStorage storage, ArchiveSchema schema) {
    this.storage = storage;
    this.schema = schema;
  }

  /** The files' records, or why they can't be vouched for. */
  record Reading(List<ArchiveFiles.Recorded> files, Optional<String> why) {}

  Reading read(PublishedRun run, List<ArchivedFile> files) {
    List<ArchiveFiles.Recorded> recorded = new ArrayList<>();
    TableDigest total = TableDigest.ZERO;
    for (ArchivedFile file : files) {
      ObjectState state = storage.objectState(file.path());
      if (!(state instanceof ObjectState.Present present)
          || present.sizeBytes() != file.sizeBytes()) {
        return refused(file.path() + ": the object store says " + state);
      }
      RowDigester digester = new RowDigester(schema);
      try {
        new DataFileReader(schema)
            .forEach(storage.fileIO().newInputFile(file.path(), file.sizeBytes()), digester::add);
      } catch (DataFileException e) {
        if (StoreSilentException.isBehind(e)) {
          throw new StoreSilentException(String.valueOf(e.getMessage()), e);
        }
        return refused(String.valueOf(e.getMessage()));
      }
      total = total.plus(digester.digest());
      recorded.add(
          new ArchiveFiles.Recorded(
              file.path(), file.sizeBytes(), present.etag(), file.eventDay(), digester.digest()));
    }
    return run.digest().equals(Optional.of(total))
        ? new Reading(recorded, Optional.empty())
        : refused(
            "its files hold "
                + total
                + ", published were "
                + run.digest().map(TableDigest::toString).orElse("nothing"));
  }

  private static Reading refused(String why) {
    return new Reading(List.of(), Optional.of(why));
  }
}
