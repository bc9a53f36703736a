package io.tallykeep.archive.read;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * What look-ups read from one object store, and what is kept of it. Everything kept is named by the
 * path and size of an object that is never changed, and dropped when a read casts doubt on it.
 * Thread-safe; close it once, at the end.
 */
public final class ArchiveReads implements AutoCloseable {
  /** The one in use, and the one before, which look-ups that began earlier may still ask for. */
  private static final int SNAPSHOTS = 2;

  private final ReadLimits limits;
  private final RangeReads reads;
  private final WeighedCache<FileKey, KnownFile> indexes;
  private final WeighedCache<RangeKey, byte[]> rowGroups;

  /**
   * Opens no connection yet.
   *
   * @param builder says where the store is and with which credentials; used up
   * @param counter is told of each request as well
   */
  public ArchiveReads(S3ClientBuilder builder, ExecutionInterceptor counter, ReadLimits limits) {
    this.limits = limits;
    this.reads = new RangeReads(builder, counter, limits);
    this.indexes = cache(limits.indexCacheBytes(), KnownFile::weightBytes);
    this.rowGroups = cache(limits.rowGroupCacheBytes(), bytes -> bytes.length);
  }

  public ReadLimits limits() {
    return limits;
  }

  /** Look-ups in the data files of one schema. */
  public FileLookups files(ArchiveSchema schema) {
    return new FileLookups(
        reads,
        indexes,
        limits.rowGroupCacheBytes() == 0 ? Optional.empty() : Optional.of(rowGroups),
        schema);
  }

  /** The table's metadata objects, read for one look-up. */
  public FileIO metadata(ReadScope scope) {
    return new MetadataReads(reads, scope);
  }

  /** Looks into several files at once for one look-up. */
  public FanOut severalFiles(ReadScope scope) {
    return reads.files(scope);
  }

  /** Reads several manifests at once for one look-up. */
  public FanOut severalManifests(ReadScope scope) {
    return reads.manifests(scope);
  }

  /**
   * A cache of what is read through this.
   *
   * @param weightBytes about how many bytes a value takes, its key included
   */
  public <K, V> WeighedCache<K, V> cache(long maximumBytes, ToIntFunction<V> weightBytes) {
    return new WeighedCache<>(maximumBytes, weightBytes, reads.loadThreads());
  }

  /** Keeps the latest snapshots of a table. */
  public <K, V> SingleFlight<K, V> snapshots() {
    return new SingleFlight<>(SNAPSHOTS, reads.loadThreads());
  }

  /** Totals since this was made. */
  public ReadStats stats(CacheStats manifests) {
    return reads.stats(indexes.stats(), manifests, rowGroups.stats());
  }

  @Override
  public void close() {
    reads.close();
  }
}
