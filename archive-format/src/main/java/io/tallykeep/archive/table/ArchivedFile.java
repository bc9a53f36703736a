package io.tallykeep.archive.table;

import java.time.LocalDate;

/**
 * One live data file of a snapshot.
 *
 * @param path its location
 * @param sizeBytes its exact size
 * @param rowCount how many rows it holds
 * @param sequence the sequence number of the snapshot that added it: of two rows with one identity
 *     the one of the higher sequence is the later
 * @param eventDay the event day of all its rows
 * @param bounds what is known of the identities in it
 */
public record ArchivedFile(
    String path,
    long sizeBytes,
    long rowCount,
    long sequence,
    LocalDate eventDay,
    IdentityBounds bounds) {}
