package io.tallykeep.archive.file;

import java.io.IOException;

/**
 * Fetches exact byte ranges of one immutable object: a range comes whole, or an exception comes.
 * Implementations are thread-safe.
 */
public interface ObjectRanges {
  /** The object's place, for messages. */
  String path();

  /** The object's size in bytes, as whoever lists it states it; no request is spent on it. */
  long sizeBytes();

  /**
   * Fetches a range.
   *
   * @param from the first byte, counted from 0
   * @param count how many bytes, at least 1; the range ends within the stated size
   * @return exactly {@code count} bytes, the caller's to keep and never changed by the caller
   * @throws IOException if the object is missing, was replaced, or the range did not come whole; a
   *     missing object is told by a {@link java.io.FileNotFoundException}
   */
  byte[] fetch(long from, int count) throws IOException;
}
