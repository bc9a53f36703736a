package io.tallykeep.archive.table;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;

/** Reads table metadata files. A metadata file never changes, so what was read stays true. */
final class MetadataFiles {
  private final FileIO io;

  MetadataFiles(FileIO io) {
    this.io = io;
  }

  /**
   * @throws ArchiveReadException if the file is missing, truncated or not table metadata
   */
  TableMetadata read(String location) {
    return ObjectReads.one(
        "table metadata " + location, () -> TableMetadataParser.read(io, location));
  }
}
