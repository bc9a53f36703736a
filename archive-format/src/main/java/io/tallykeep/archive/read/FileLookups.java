package io.tallykeep.archive.read;

import io.tallykeep.archive.file.DataFileException;
import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.file.IndexedReader;
import io.tallykeep.archive.file.SparseIndex;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks identities up in data files of one schema. With the file's index kept one request answers;
 * a file without index takes several. Thread-safe.
 */
public final class FileLookups {
  private final RangeReads reads;
  private final WeighedCache<FileKey, KnownFile> indexes;
  private final Optional<WeighedCache<RangeKey, byte[]>> rowGroups;
  private final IndexedReader indexed;
  private final DataFileReader unindexed;
  private final String schemaFingerprint;

  FileLookups(
      RangeReads reads,
      WeighedCache<FileKey, KnownFile> indexes,
      Optional<WeighedCache<RangeKey, byte[]>> rowGroups,
      ArchiveSchema schema) {
    this.reads = reads;
    this.indexes = indexes;
    this.rowGroups = rowGroups;
    this.indexed = new IndexedReader(schema);
    this.unindexed = new DataFileReader(schema);
    this.schemaFingerprint = schema.fingerprint();
  }

  /**
   * A data file as the snapshot lists it.
   *
   * @param path its location
   * @param sizeBytes its exact size
   * @param rowCount how many rows it holds
   */
  public record ListedFile(String path, long sizeBytes, long rowCount) {}

  /** One look-up in one file: what is known of the file, and its ranges for this look-up. */
  private final class Opened {
    private final FileKey key;
    private final KnownFile known;
    private final S3ObjectRanges ranges;

    Opened(ListedFile file, ReadScope scope) {
      this.key = new FileKey(file.path(), file.sizeBytes(), schemaFingerprint);
      this.known = indexes.get(key, scope, shared -> load(file, shared));
      this.ranges =
          new S3ObjectRanges(
              reads, file.path(), file.sizeBytes(), Optional.of(known.etag()), scope);
    }
  }

  /**
   * Looks an identity up.
   *
   * @param identity the identity's values in the identity's order
   * @return empty only if the file was read where the identity belongs and does not have it
   * @throws DataFileException on any doubt; what is kept of the file is dropped then
   * @throws ReadStoppedException if the look-up's time is over
   */
  public Optional<@Nullable Object[]> find(ListedFile file, Object[] identity, ReadScope scope) {
    Opened opened = new Opened(file, scope);
    if (opened.known.index().isEmpty()) {
      return trusted(opened, () -> unindexed.find(new RangedInputFile(opened.ranges), identity));
    }
    SparseIndex index = opened.known.index().get();
    if (rowGroups.isEmpty()) {
      return trusted(opened, () -> indexed.find(index, opened.ranges, identity));
    }
    KeptRanges kept = new KeptRanges(opened.ranges, opened.known.etag(), rowGroups.get(), scope);
    try {
      return trusted(opened, () -> indexed.find(index, kept, identity));
    } catch (DataFileException e) {
      kept.drop();
      throw e;
    }
  }

  /**
   * Asks the filter of the file, where it has one, whether a look-up may find the identity.
   *
   * @return false is a reason not to look, never a proof
   * @throws DataFileException if the file or its filter can't be read
   * @throws ReadStoppedException if the look-up's time is over
   */
  public boolean mayHold(ListedFile file, Object[] identity, ReadScope scope) {
    Opened opened = new Opened(file, scope);
    Optional<SparseIndex> index = opened.known.index();
    return index.isEmpty()
        || trusted(opened, () -> indexed.mayHold(index.get(), opened.ranges, identity));
  }

  private KnownFile load(ListedFile file, ReadScope shared) {
    S3ObjectRanges ranges =
        new S3ObjectRanges(reads, file.path(), file.sizeBytes(), Optional.empty(), shared);
    Optional<SparseIndex> index = stoppedOr(() -> indexed.index(ranges));
    index.ifPresent(read -> requireListedRows(file, read));
    return new KnownFile(
        index,
        ranges
            .etag()
            .orElseThrow(
                () ->
                    DataFileException.unreadable(
                        file.path(), "its index was not read from the store.", null)));
  }

  private static void requireListedRows(ListedFile file, SparseIndex index) {
    long rows = index.rowCount();
    if (rows != file.rowCount()) {
      throw DataFileException.unreadable(
          file.path(),
          "it has " + rows + " rows, the snapshot lists it with " + file.rowCount() + ".",
          null);
    }
  }

  private <T extends @Nullable Object> T trusted(Opened opened, Supplier<T> read) {
    try {
      return stoppedOr(read);
    } catch (DataFileException e) {
      indexes.drop(opened.key);
      throw e;
    }
  }

  /** A read that ran out of time says nothing about the file. */
  private static <T extends @Nullable Object> T stoppedOr(Supplier<T> read) {
    try {
      return read.get();
    } catch (DataFileException e) {
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof ReadStoppedException stopped) {
          throw stopped;
        }
      }
      throw e;
    }
  }
}
