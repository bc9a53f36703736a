package io.tallykeep.archive.table;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * Reads table metadata files and keeps the last one: a metadata file never changes, so what was
 * read stays true.
 */
final class MetadataFiles {
  private final FileIO io;
  private final AtomicReference<@Nullable TableMetadata> last = new AtomicReference<>();

  MetadataFiles(FileIO io) {
    this.io = io;
  }

  /**
   * @throws ArchiveReadException if the file is missing, truncated or not table metadata
   */
  TableMetadata read(String location) {
    TableMetadata known = last.get();
    if (known != null && location.equals(known.metadataFileLocation())) {
      return known;
    }
    TableMetadata read =
        ObjectReads.one("table metadata " + location, () -> TableMetadataParser.read(io, location));
    last.set(read);
    return read;
  }
}
