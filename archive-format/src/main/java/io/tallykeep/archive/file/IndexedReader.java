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
  private final ColumnCodec[] codecs;

  public IndexedReader(ArchiveSchema schema) {
    this.schema = schema;
    this.codecs = ColumnCodec.all(schema);
  }

  /**
   * Reads a file's index from its footer: one fetch of the last 64 KiB, and a second one if the
   * footer is longer.
   *
   * @return empty if the file was written without index: {@link DataFileReader#find} reads it
   * @throws DataFileException if the object is missing, too short, no Parquet file, of another
   *     schema, was written under another name, or its index contradicts its checksum or itself
   */
  public Optional<SparseIndex> index(ObjectRanges object) {
    return Decoding.step(
        object.path(),
        () -> {
          FileFooter footer = FileFooter.read(object);
          Optional<SparseIndex> index =
              footer
                  .entry(ParquetSettings.SPARSE_INDEX)
                  .map(
                      text ->
                          SparseIndexEntry.read(schema, text, footer.from(), footer.rowCount()));
          if (index.isPresent()) {
            requireName(object.path(), footer.entry(ParquetSettings.FILE_NAME).orElse("(none)"));
          }
          return index;
        });
  }

  private static void requireName(String path, String written) {
    if (!written.equals(ParquetSettings.fileName(path))) {
      throw Decoding.damaged(
          path, "it was written as " + written + ": another file has been put in its place.", null);
    }
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
    requireLength(identity);
    int group = index.groupOf(SortKey.of(schema, identity));
    if (group < 0) {
      return Optional.empty();
    }
    return Decoding.step(
        object.path(),
        () -> {
          byte[] bytes = FileFooter.fetch(object, index.from(group), index.lengthBytes(group));
          return new GroupRead(schema, codecs, index, group, bytes).find(identity);
        });
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
    requireLength(identity);
    int group = index.groupOf(SortKey.of(schema, identity));
    if (group < 0 || index.filterBytes(group) == 0) {
      return group >= 0;
    }
    byte[] plain;
    try {
      plain = codecs[FilterProbe.column(schema)].plain(identity[identity.length - 1]);
    } catch (IllegalArgumentException | ArithmeticException e) {
      // The column can't hold the value as it is given; a filter can't be asked for it.
      return true;
    }
    return Decoding.step(
        object.path(),
        () -> {
          long hash = FilterProbe.hash(plain);
          long from =
              index.filterFrom(group) + FilterProbe.blockFrom(hash, index.filterBytes(group));
          byte[] block = FileFooter.fetch(object, from, FilterProbe.BLOCK_BYTES);
          return FilterProbe.mayHold(block, hash);
        });
  }

  private void requireLength(Object[] identity) {
    if (identity.length != schema.identityIndexes().size()) {
      throw new IllegalArgumentException(
          "an identity of " + identity.length + " values for table " + schema.table() + ".");
    }
  }
}
