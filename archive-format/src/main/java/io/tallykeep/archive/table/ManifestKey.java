package io.tallykeep.archive.table;

/**
 * Names a manifest, as a certain schema reads it.
 *
 * @param path its location, which no other manifest ever has
 * @param sizeBytes its length as the snapshot states it
 * @param sequence the sequence number its files inherit
 * @param schemaFingerprint the schema
 */
record ManifestKey(String path, long sizeBytes, long sequence, String schemaFingerprint) {
  @Override
  public String toString() {
    return "manifest " + path;
  }
}
