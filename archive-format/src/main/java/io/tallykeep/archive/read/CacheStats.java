package io.tallykeep.archive.read;

/**
 * What one cache did since it was made, and what it holds.
 *
 * @param hits reads it answered
 * @param misses reads that started a load, or waited for one under way
 * @param evictions entries it dropped to keep its bound
 * @param entries how many it holds, about
 * @param weightBytes how many bytes those take, about
 * @param maximumBytes its bound
 */
public record CacheStats(
    long hits, long misses, long evictions, long entries, long weightBytes, long maximumBytes) {}
