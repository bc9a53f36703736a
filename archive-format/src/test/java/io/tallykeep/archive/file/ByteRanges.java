package io.tallykeep.archive.file;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An object in memory that remembers how many bytes each fetch took. */
final class ByteRanges implements ObjectRanges {
  private final byte[] bytes;
  private final List<Integer> fetches = Collections.synchronizedList(new ArrayList<>());

  ByteRanges(byte[] bytes) {
    this.bytes = bytes;
  }

  List<Integer> fetches() {
    return List.copyOf(fetches);
  }

  @Override
  public String path() {
    return TestFiles.PATH;
  }

  @Override
  public long sizeBytes() {
    return bytes.length;
  }

  @Override
  public byte[] fetch(long from, int count) throws IOException {
    fetches.add(count);
    if (from < 0 || count < 1 || from + count > bytes.length) {
      throw new EOFException("bytes " + from + " to " + (from + count) + " of " + bytes.length);
    }
    return Arrays.copyOfRange(bytes, (int) from, (int) from + count);
  }
}
