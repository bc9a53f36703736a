package io.tallykeep.archive.read;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Keeps the few values that were asked for last. What several look-ups want at once is read once:
 * the others wait, each until its own time is over. A failure is not kept. Thread-safe.
 *
 * @param <K> names what never changes
 * @param <V> what was read of it
 */
public final class SingleFlight<K, V> {
  private final Executor threads;
  private final Map<K, CompletableFuture<V>> kept;

  /**
   * @param keep how many values
   * @param threads run the loads
   */
  SingleFlight(int keep, Executor threads) {
    this.threads = threads;
    this.kept =
        new LinkedHashMap<>(keep, 1, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, CompletableFuture<V>> eldest) {
            return size() > keep;
          }
        };
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
    return Awaited.result(value(key, scope, load), scope, "reading " + key);
  }

  private synchronized CompletableFuture<V> value(
      K key, ReadScope scope, Function<ReadScope, V> load) {
    CompletableFuture<V> known = kept.get(key);
    if (known == null || known.isCompletedExceptionally()) {
      known = CompletableFuture.supplyAsync(() -> load.apply(scope.shared()), threads);
      kept.put(key, known);
    }
    return known;
  }
}
