package io.tallykeep.archive.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Keeps what was read of immutable objects, bounded in bytes. What several look-ups want at once is
 * read once: the others wait, each until its own time is over. A failure is not kept. Thread-safe.
 *
 * @param <K> names what never changes: path and size of an object at least
 * @param <V> what was read of it
 */
public final class WeighedCache<K, V> {
  private final Cache<K, V> cache;
  private final ConcurrentHashMap<K, CompletableFuture<V>> loading = new ConcurrentHashMap<>();
  private final long maximumBytes;
  private final Executor threads;

  /**
   * @param weightBytes about how many bytes a value takes in memory, its key included
   * @param threads run the loads; not those that serve single requests
   */
  WeighedCache(long maximumBytes, ToIntFunction<V> weightBytes, Executor threads) {
    this.maximumBytes = maximumBytes;
    this.threads = threads;
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(maximumBytes)
            .weigher((K key, V value) -> weightBytes.applyAsInt(value))
            .executor(Runnable::run)
            .recordStats()
            .build();
  }

  /**
   * Gives what is kept, or reads it.
   *
   * @param scope waits until its time is over; what a load that it starts sends is counted for it
   * @param load reads the value; runs on another thread
   * @throws ReadStoppedException if the look-up's time was over first; the load goes on
   * @throws RuntimeException what the load threw, for all who waited for it
   */
  public V get(K key, ReadScope scope, Function<ReadScope, V> load) {
    V known = cache.getIfPresent(key);
    if (known != null) {
      return known;
    }
    CompletableFuture<V> value =
        loading.computeIfAbsent(
            key, missing -> CompletableFuture.supplyAsync(() -> load(key, scope, load), threads));
    return Awaited.result(value, scope, "reading " + key);
  }

  private V load(K key, ReadScope scope, Function<ReadScope, V> load) {
    try {
      V known = cache.policy().getIfPresentQuietly(key);
      if (known == null) {
        known = load.apply(scope.shared());
        cache.put(key, known);
      }
      return known;
    } finally {
      loading.remove(key);
    }
  }

  /**
   * Gives what is kept, or reads it on this thread: for what only one reads at a time.
   *
   * @throws RuntimeException what the read threw
   */
  public V getHere(K key, Supplier<V> read) {
    V known = cache.getIfPresent(key);
    if (known == null) {
      known = read.get();
      cache.put(key, known);
    }
    return known;
  }

  /** Forgets a value that turned out to be of no use. */
  public void drop(K key) {
    cache.invalidate(key);
  }

  /** What it did so far. */
  public CacheStats stats() {
    var counts = cache.stats();
    return new CacheStats(
        counts.hitCount(),
        counts.missCount(),
        counts.evictionCount(),
        cache.estimatedSize(),
        cache.policy().eviction().map(eviction -> eviction.weightedSize().orElse(0)).orElse(0L),
        maximumBytes);
  }
}
