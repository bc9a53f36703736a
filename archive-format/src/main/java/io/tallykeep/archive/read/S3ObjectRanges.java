package io.tallykeep.archive.read;

import io.tallykeep.archive.file.ObjectRanges;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of one object in S3, for one look-up. All of them are of one version of it: the first
 * answer's entity tag, or the one known before, is demanded of all others. Thread-safe.
 */
final class S3ObjectRanges implements ObjectRanges {
  private final RangeReads reads;
  private final String path;
  private final long sizeBytes;
  private final ReadScope scope;
  private final AtomicReference<@Nullable String> etag;

  /**
   * @param etag the object's entity tag where it was seen before
   */
  S3ObjectRanges(
      RangeReads reads, String path, long sizeBytes, Optional<String> etag, ReadScope scope) {
    this.reads = reads;
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.scope = scope;
    this.etag = new AtomicReference<>(etag.orElse(null));
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  /** The entity tag of what was fetched; empty before the first answer. */
  Optional<String> etag() {
    return Optional.ofNullable(etag.get());
  }

  /** The same object for another look-up. */
  S3ObjectRanges in(ReadScope other) {
    return new S3ObjectRanges(reads, path, sizeBytes, etag(), other);
  }

  @Override
  public byte[] fetch(long from, int count) throws IOException {
    if (from < 0 || count < 1 || from + count > sizeBytes) {
      throw new IOException(
          "bytes "
              + from
              + " to "
              + (from + count - 1)
              + " of "
              + path
              + " are outside its "
              + sizeBytes
              + " bytes.");
    }
    RangeAnswer answer = reads.fetch(new RangeRequest(path, sizeBytes, from, count, etag()), scope);
    if (!etag.compareAndSet(null, answer.etag()) && !answer.etag().equals(etag.get())) {
      throw new ObjectReplacedException(
          path + " was replaced while it was read. Nothing may be concluded from it.");
    }
    return answer.bytes();
  }
}
