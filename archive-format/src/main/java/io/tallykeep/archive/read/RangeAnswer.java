package io.tallykeep.archive.read;

/**
 * A whole range.
 *
 * @param bytes its bytes
 * @param etag the entity tag of the object they are of
 * @param sizeBytes that object's size
 */
record RangeAnswer(byte[] bytes, String etag, long sizeBytes) {}
