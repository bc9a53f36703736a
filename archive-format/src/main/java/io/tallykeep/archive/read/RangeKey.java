package io.tallykeep.archive.read;

/**
 * Names a range of one version of an object.
 *
 * @param path its location
 * @param etag its entity tag
 * @param from the first byte
 * @param count how many bytes
 */
record RangeKey(String path, String etag, long from, int count) {
  @Override
  public String toString() {
    return "bytes " + from + " to " + (from + count - 1) + " of " + path;
  }
}
