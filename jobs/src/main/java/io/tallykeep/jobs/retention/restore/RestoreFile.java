package io.tallykeep.jobs.retention.restore;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.table.ArchivedFile;
import java.time.LocalDate;
import java.util.Optional;

/**
 * One data file of a restore and how far it has come.
 *
 * @param ordinal its place in the restore: by day, the latest commit's files of a day first
 * @param eventDay the event day of its rows
 * @param path its location
 * @param sizeBytes its exact size
 * @param sequence the sequence number of the commit that added it
 * @param rowCount rows in it
 * @param rowsTaken rows read and dealt with, from its start
 * @param restored count and digest of those that were inserted
 * @param fileDigest count and digest of all its rows, once it was read to its end
 */
record RestoreFile(
    int ordinal,
    LocalDate eventDay,
    String path,
    long sizeBytes,
    long sequence,
    long rowCount,
    long rowsTaken,
    TableDigest restored,
    Optional<TableDigest> fileDigest) {

  static RestoreFile planned(int ordinal, ArchivedFile file) {
    return new RestoreFile(
        ordinal,
        file.eventDay(),
        file.path(),
        file.sizeBytes(),
        file.sequence(),
        file.rowCount(),
        0,
        TableDigest.ZERO,
        Optional.empty());
  }

  RestoreFile advanced(long rows, TableDigest inserted) {
    return new RestoreFile(
        ordinal,
        eventDay,
        path,
        sizeBytes,
        sequence,
        rowCount,
        rowsTaken + rows,
        restored.plus(inserted),
        fileDigest);
  }

  /** Whether a later commit's file may hold an identity of this one too. */
  boolean mayRepeat(RestoreFile other) {
    return other.eventDay.equals(eventDay) && other.sequence > sequence;
  }

  long olderCopies() {
    return rowsTaken - restored.rowCount();
  }
}
