package io.tallykeep.archive.read;

/**
 * What one cache did since it was made, and what it holds.
 *
 * @param hits reads it answered, those that waited for a load under way included
 * @param misses reads that started a load
 * @param evictions entries it dropped to keep its bound
 * @param entries how many it holds, about
 * @param weightBytes how many bytes those take, about
 * @param maximumBytes its bound
 */
public record CacheStats(
    long hits, long misses, long evictions, long entries, long weightBytes, long maximumBytes) {}
