package io.tallykeep.archive.table;

import java.util.Optional;
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
    return known(location)
        .orElseGet(
            () ->
                kept(
                    ObjectReads.one(
                        "table metadata " + location,
                        () -> TableMetadataParser.read(io, location))));
  }

  /**
   * Reads on this thread, for a look-up.
   *
   * @param through fetches the file
   * @throws ArchiveReadException if the file is missing, truncated or not table metadata
   */
  TableMetadata read(String location, FileIO through) {
    return known(location)
        .orElseGet(
            () ->
                kept(
                    ObjectReads.here(
                        "table metadata " + location,
                        () -> TableMetadataParser.read(through, location))));
  }

  private Optional<TableMetadata> known(String location) {
    return Optional.ofNullable(last.get())
        .filter(metadata -> location.equals(metadata.metadataFileLocation()));
  }

  private TableMetadata kept(TableMetadata read) {
    last.set(read);
    return read;
  }
}
