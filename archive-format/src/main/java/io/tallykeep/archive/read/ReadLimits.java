package io.tallykeep.archive.read;

import java.time.Duration;

/**
 * What bounds the reads of all look-ups of one process.
 *
 * @param concurrency how many requests are under way at once, hedges included; further reads wait,
 *     until their look-up's deadline at most
 * @param hedgeAfter a read without an answer for so long is asked a second time, unless one of
 *     twenty reads was already; the first good answer counts. Zero: never
 * @param indexCacheBytes bound on the sparse indexes kept
 * @param manifestCacheBytes bound on the manifests' file lists kept
 * @param rowGroupCacheBytes bound on the row groups kept; 0 keeps none
 */
public record ReadLimits(
    int concurrency,
    Duration hedgeAfter,
    long indexCacheBytes,
    long manifestCacheBytes,
    long rowGroupCacheBytes) {
  private static final long MIB = 1024 * 1024;

  /**
   * 32 requests at once; hedged after 200 ms; 64 MiB of indexes, 32 MiB of file lists, no row
   * groups: each look-up sees the object as it is now.
   */
  public static final ReadLimits DEFAULT =
      new ReadLimits(32, Duration.ofMillis(200), 64 * MIB, 32 * MIB, 0);

  public ReadLimits {
    if (concurrency < 1) {
      throw new IllegalArgumentException(
          "read concurrency " + concurrency + " must be at least 1, for example 32.");
    }
    if (hedgeAfter.isNegative()) {
      throw new IllegalArgumentException("hedging after " + hedgeAfter + "; 0s never hedges.");
    }
    if (indexCacheBytes < 0 || manifestCacheBytes < 0 || rowGroupCacheBytes < 0) {
      throw new IllegalArgumentException("a cache of less than 0 bytes; 0 keeps nothing.");
    }
  }
}
