package io.tallykeep.statement.gate;

import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.identity.EntryIdentity;
import java.nio.ByteBuffer;

/**
 * Counts entries of one identity, in 20 bytes per slot: an open-addressing table over 128 bits of
 * their digests, at most half full. A million entries take 40 MiB. Not thread-safe.
 */
final class Occurrences {
  private long[] keys = new long[2 * 1024];
  private int[] counts = new int[1024];
  private int size;

  /** The entry's number among those of its identity, from 1. */
  int next(StatementEntry entry) {
    ByteBuffer digest = ByteBuffer.wrap(EntryIdentity.countingKey(entry));
    if (2 * (size + 1) > counts.length) {
      grow();
    }
    int slot = slot(digest.getLong(), digest.getLong());
    if (counts[slot] == 0) {
      size++;
    }
    return ++counts[slot];
  }

  private int slot(long high, long low) {
    int mask = counts.length - 1;
    int slot = (int) high & mask;
    while (counts[slot] != 0 && (keys[2 * slot] != high || keys[2 * slot + 1] != low)) {
      slot = (slot + 1) & mask;
    }
    keys[2 * slot] = high;
    keys[2 * slot + 1] = low;
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldCounts = counts;
    counts = new int[Math.multiplyExact(2, oldCounts.length)];
    keys = new long[Math.multiplyExact(2, oldKeys.length)];
    for (int i = 0; i < oldCounts.length; i++) {
      if (oldCounts[i] != 0) {
        counts[slot(oldKeys[2 * i], oldKeys[2 * i + 1])] = oldCounts[i];
      }
    }
  }
}
