package io.tallykeep.archive.table;

import io.tallykeep.archive.read.FileLookups.ListedFile;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.time.LocalDate;
import org.apache.iceberg.DataFile;

/**
 * One live data file of a snapshot.
 *
 * @param path its location
 * @param sizeBytes its exact size
 * @param rowCount how many rows it holds
 * @param sequence the sequence number of the snapshot that added it: of two rows with one identity
 *     the one of the higher sequence is the later
 * @param eventDay the event day of all its rows
 * @param bounds what is known of the identities in it
 */
public record ArchivedFile(
    String path,
    long sizeBytes,
    long rowCount,
    long sequence,
    LocalDate eventDay,
    IdentityBounds bounds) {
  /** Object, entry and dates, about. */
  private static final int ENTRY_BYTES = 200;

  /**
   * @param listedBy the object that names it, for messages
   * @throws ArchiveReadException if its entry lacks event day or sequence number
   */
  static ArchivedFile of(ArchiveSchema schema, String listedBy, DataFile file) {
    Integer day = file.partition().get(0, Integer.class);
    Long sequence = file.dataSequenceNumber();
    if (day == null || sequence == null) {
      throw new ArchiveReadException(
          Kind.UNREADABLE,
          listedBy + " lists " + file.location() + " without event day or sequence.",
          null);
    }
    return new ArchivedFile(
        file.location(),
        file.fileSizeInBytes(),
        file.recordCount(),
        sequence,
        LocalDate.ofEpochDay(day),
        IdentityBounds.of(schema, file));
  }

  /** About how many bytes this takes in memory. */
  int weightBytes() {
    return ENTRY_BYTES + 2 * path.length() + bounds.weightBytes();
  }

  ListedFile listed() {
    return new ListedFile(path, sizeBytes, rowCount);
  }
}
