package io.tallykeep.service.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tallykeep.archive.read.CacheStats;
import io.tallykeep.archive.read.ReadStats;
import io.tallykeep.archive.table.ArchiveStorage;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What look-ups read from the object store, and what their caches hold. */
final class ReadMetrics {
  private final MeterRegistry registry;
  private final ArchiveStorage storage;

  private ReadMetrics(MeterRegistry registry, ArchiveStorage storage) {
    this.registry = registry;
    this.storage = storage;
  }

  static void register(MeterRegistry registry, ArchiveStorage storage) {
    ReadMetrics metrics = new ReadMetrics(registry, storage);
    metrics.counter("reads", "Ranges asked for", ReadStats::reads);
    metrics.counter("requests", "Requests sent for them", ReadStats::requests);
    metrics.counter("bytes", "Bytes of whole answers", ReadStats::bytes);
    metrics.counter("retries", "Ranges asked for once more", ReadStats::retries);
    metrics.counter("hedges", "Second requests beside a slow one", ReadStats::hedges);
    metrics.counter("hedges.won", "Second requests that answered first", ReadStats::hedgesWon);
    metrics.counter("failed", "Ranges that did not come", ReadStats::failed);
    metrics.gauge("running", "Requests under way", ReadStats::running);
    metrics.gauge("waiting", "Reads that wait for a request to end", ReadStats::waiting);
    metrics.cache("indexes", ReadStats::indexes);
    metrics.cache("manifests", ReadStats::manifests);
    metrics.cache("rowGroups", ReadStats::rowGroups);
  }

  private void counter(String name, String description, ToLongFunction<ReadStats> count) {
    FunctionCounter.builder(
            "tallykeep.archive.read." + name,
            storage,
            read -> (double) count.applyAsLong(read.readStats()))
        .description(description)
        .register(registry);
  }

  private void gauge(String name, String description, ToLongFunction<ReadStats> now) {
    Gauge.builder("tallykeep.archive.read." + name, () -> now.applyAsLong(storage.readStats()))
        .description(description)
        .register(registry);
  }

  private void cache(String name, Function<ReadStats, CacheStats> cache) {
    cacheCounter("hits", name, cache, CacheStats::hits);
    cacheCounter("misses", name, cache, CacheStats::misses);
    cacheCounter("evictions", name, cache, CacheStats::evictions);
    cacheGauge("entries", name, cache, CacheStats::entries);
    cacheGauge("bytes", name, cache, CacheStats::weightBytes);
    cacheGauge("maximum.bytes", name, cache, CacheStats::maximumBytes);
  }

  private void cacheCounter(
      String what,
      String name,
      Function<ReadStats, CacheStats> cache,
      ToLongFunction<CacheStats> count) {
    FunctionCounter.builder(
            "tallykeep.cache." + what,
            storage,
            read -> (double) count.applyAsLong(cache.apply(read.readStats())))
        .description("Look-ups' caches: " + what)
        .tag("cache", name)
        .register(registry);
  }

  private void cacheGauge(
      String what,
      String name,
      Function<ReadStats, CacheStats> cache,
      ToLongFunction<CacheStats> now) {
    Gauge.builder(
            "tallykeep.cache." + what, () -> now.applyAsLong(cache.apply(storage.readStats())))
        .description("Look-ups' caches: " + what)
        .tag("cache", name)
        .register(registry);
  }
}
