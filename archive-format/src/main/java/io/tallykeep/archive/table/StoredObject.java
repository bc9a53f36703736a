package io.tallykeep.archive.table;

/**
 * One object of a listing.
 *
 * @param path its location, {@code s3://bucket/key}
 * @param sizeBytes its length
 */
public record StoredObject(String path, long sizeBytes) {}
