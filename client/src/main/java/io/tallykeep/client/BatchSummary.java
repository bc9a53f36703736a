package io.tallykeep.client;

/**
 * What became of a batch.
 *
 * @param asked questions taken from the iterator; each got exactly one answer
 * @param answered those the service answered, its own UNDECIDABLE among them
 * @param unanswered those without an answer of the service: UNDECIDABLE of origin CLIENT
 */
public record BatchSummary(long asked, long answered, long unanswered) {}
