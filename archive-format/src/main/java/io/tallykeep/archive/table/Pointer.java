package io.tallykeep.archive.table;

import java.util.Optional;

/**
 * Where an archive table stands: what the catalog points to and what Tallykeep itself committed
 * last, read in one statement.
 *
 * @param metadataLocation the table's current metadata file
 * @param ownHead the metadata file of Tallykeep's own last commit, empty if it never committed
 * @param snapshotSequence the sequence number of the snapshot of {@code ownHead}; 0 before the
 *     first
 * @param serverUuid the MySQL server that answered
 */
public record Pointer(
    String metadataLocation, Optional<String> ownHead, long snapshotSequence, String serverUuid) {

  /** Whether somebody else moved the pointer: nothing read through it may be trusted. */
  public boolean isForeign() {
    return !ownHead.equals(Optional.of(metadataLocation));
  }
}
