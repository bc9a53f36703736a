package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;

/** Describes a data file for Iceberg from its own footer. */
public final class DataFileDescriber {
  private DataFileDescriber() {}

  /**
   * Reads the footer of a file in the store.
   *
   * @param sizeBytes the object's exact size
   * @return the file with row count, metrics, whole bounds of the identity columns, and the event
   *     day its rows have
   * @throws DataFileException if the file is missing, its schema or field ids are not the expected
   *     ones, or its rows have more than one event day
   */
  public static DataFile describe(ArchiveSchema schema, FileIO io, String path, long sizeBytes) {
    throw new UnsupportedOperationException();
  }
}
