package io.tallykeep.archive.read;

import io.tallykeep.archive.file.ObjectRanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The ranges of one object, those fetched before taken from a cache. */
final class KeptRanges implements ObjectRanges {
  private final S3ObjectRanges ranges;
  private final String etag;
  private final WeighedCache<RangeKey, byte[]> cache;
  private final ReadScope scope;
  private final AtomicReference<@Nullable RangeKey> last = new AtomicReference<>();

  KeptRanges(
      S3ObjectRanges ranges, String etag, WeighedCache<RangeKey, byte[]> cache, ReadScope scope) {
    this.ranges = ranges;
    this.etag = etag;
    this.cache = cache;
    this.scope = scope;
  }

  @Override
  public String path() {
    return ranges.path();
  }

  @Override
  public long sizeBytes() {
    return ranges.sizeBytes();
  }

  @Override
  public byte[] fetch(long from, int count) throws IOException {
    RangeKey key = new RangeKey(path(), etag, from, count);
    last.set(key);
    try {
      return cache.get(key, scope, shared -> load(from, count, shared));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private byte[] load(long from, int count, ReadScope shared) {
    try {
      return ranges.in(shared).fetch(from, count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forgets what was fetched last: its bytes are damaged. */
  void drop() {
    RangeKey key = last.get();
    if (key != null) {
      cache.drop(key);
    }
  }
}
