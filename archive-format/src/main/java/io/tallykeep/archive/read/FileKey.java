package io.tallykeep.archive.read;

/**
 * Names a data file, as a certain schema reads it.
 *
 * @param path its location, which no other file ever has
 * @param sizeBytes its exact size
 * @param schemaFingerprint the schema
 */
record FileKey(String path, long sizeBytes, String schemaFingerprint) {
  @Override
  public String toString() {
    return "the index of " + path;
  }
}
