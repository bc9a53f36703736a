package io.tallykeep.archive.table;

import java.time.Instant;

/**
 * A state of the archive.
 *
 * @param sequence its snapshot's sequence number
 * @param committedAt when that snapshot was made
 */
public record ArchivePoint(long sequence, Instant committedAt) {}
