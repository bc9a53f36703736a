package io.tallykeep.archive.read;

import java.util.Optional;

/**
 * A bounded range of one object.
 *
 * @param path the object's location, {@code s3://bucket/key}
 * @param sizeBytes the object's size as stated; {@link #UNKNOWN} if nobody states it
 * @param from the first byte
 * @param count how many bytes; the range may pass the end only of an object of unknown size
 * @param etag the object's entity tag where it was seen before
 */
record RangeRequest(String path, long sizeBytes, long from, int count, Optional<String> etag) {
  static final long UNKNOWN = -1;

  /** As HTTP says it, both ends inclusive. */
  String header() {
    return "bytes=" + from + "-" + (from + count - 1);
  }

  @Override
  public String toString() {
    return "bytes " + from + " to " + (from + count - 1) + " of " + path;
  }
}
