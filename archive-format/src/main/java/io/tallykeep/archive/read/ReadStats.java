package io.tallykeep.archive.read;

/**
 * What look-ups have read from the object store since it was opened.
 *
 * @param reads ranges asked for
 * @param requests HTTP requests sent for them, retries and hedges included
 * @param bytes bytes of whole answers
 * @param retries ranges asked for once more after a failed answer
 * @param hedges second requests beside one that had not answered yet
 * @param hedgesWon how many of those answered first
 * @param failed ranges that did not come, whatever the reason
 * @param running requests under way at this moment
 * @param waiting reads that wait for one of those to end
 * @param concurrency the most requests at once
 * @param indexes sparse indexes
 * @param manifests file lists of manifests
 * @param rowGroups row groups
 */
public record ReadStats(
    long reads,
    long requests,
    long bytes,
    long retries,
    long hedges,
    long hedgesWon,
    long failed,
    int running,
    int waiting,
    int concurrency,
    CacheStats indexes,
    CacheStats manifests,
    CacheStats rowGroups) {}
