package io.tallykeep.archive.read;

import io.tallykeep.archive.file.SparseIndex;
import java.util.Optional;

/**
 * What is kept of a data file.
 *
 * @param index where its row groups are; empty if it was written without
 * @param etag the entity tag of the object it was read from
 */
record KnownFile(Optional<SparseIndex> index, String etag) {
  /** Key, entry and strings, about. */
  private static final int ENTRY_BYTES = 600;

  int weightBytes() {
    return ENTRY_BYTES + index.map(SparseIndex::weightBytes).orElse(0);
  }
}
