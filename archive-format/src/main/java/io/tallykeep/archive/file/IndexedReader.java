package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks identities up in data files that have a {@link SparseIndex}: one fetch answers. Stateless
 * and thread-safe.
 */
public final class IndexedReader {
  private final ArchiveSchema schema;

  public IndexedReader(ArchiveSchema schema) {
    this.schema = schema;
  }

  /**
   * Reads a file's index from its footer: one fetch of the last 64 KiB, and a second one if the
   * footer is longer.
   *
   * @return empty if the file was written without index: {@link DataFileReader#find} reads it
   * @throws DataFileException if the object is missing, too short, no Parquet file, of another
   *     schema, or its index contradicts its checksum or itself
   */
  public Optional<SparseIndex> index(ObjectRanges object) {
    return Decoding.step(object.path(), Optional::<SparseIndex>empty);
  }

  /**
   * Looks one identity up: at most one fetch, of a whole row group.
   *
   * @param index the index of this very object
   * @param identity the identity's values in the identity's order
   * @return the row; or empty, only if the identity lies before the file's first row, or the row
   *     group that it belongs into was read and does not have it
   * @throws DataFileException on any doubt; never empty then
   */
  public Optional<@Nullable Object[]> find(
      SparseIndex index, ObjectRanges object, Object[] identity) {
    byte[] key = SortKey.of(schema, identity);
    int group = index.groupOf(key);
    if (group < 0) {
      return Optional.empty();
    }
    throw Decoding.damaged(object.path(), "row group " + group + " is not read yet.", null);
  }

  /**
   * Asks the filter of the row group that the identity belongs into: at most one fetch, of 32
   * bytes. The filter has no checksum: false is a reason not to look, never a proof of absence.
   *
   * @return false only if the identity lies before the file's first row or the filter says so; true
   *     if the file has no filter or there is any doubt about it
   * @throws DataFileException if the filter can't be fetched
   */
  public boolean mayHold(SparseIndex index, ObjectRanges object, Object[] identity) {
    return index.groupOf(SortKey.of(schema, identity)) >= 0 && object.sizeBytes() > 0;
  }
}
