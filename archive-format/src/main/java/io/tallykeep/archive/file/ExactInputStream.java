package io.tallykeep.archive.file;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.iceberg.io.RangeReadable;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Reads bounded ranges, each of them whole or not at all.
 *
 * <p>Where the store can fetch a range, only ranges are fetched: seeking would open a request to
 * the object's end. Small reads are served from one window, which starts as the file's tail with
 * footer and indexes: parquet-java reads indexes byte by byte. A short read is continued, an end
 * before the stated length is an error.
 */
final class ExactInputStream extends SeekableInputStream {
  private static final int WINDOW = 64 * 1024;
  private static final int ATTEMPTS = 3;

  private final org.apache.iceberg.io.SeekableInputStream in;
  private final long length;
  private long position;
  private byte[] window = new byte[0];
  private long windowStart;

  ExactInputStream(org.apache.iceberg.io.SeekableInputStream in, long length) {
    this.in = in;
    this.length = length;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void seek(long newPosition) {
    position = newPosition;
  }

  @Override
  public int read() throws IOException {
    if (position >= length) {
      return -1;
    }
    byte[] one = new byte[1];
    readFully(one, 0, 1);
    return one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (position >= length) {
      return -1;
    }
    int available = (int) Math.min(count, length - position);
    readFully(bytes, offset, available);
    return available;
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    if (buffer.hasRemaining() && position >= length) {
      return -1;
    }
    int available = (int) Math.min(buffer.remaining(), length - position);
    byte[] bytes = new byte[available];
    readFully(bytes, 0, available);
    buffer.put(bytes);
    return available;
  }

  @Override
  public void readFully(byte[] bytes) throws IOException {
    readFully(bytes, 0, bytes.length);
  }

  @Override
  public void readFully(ByteBuffer buffer) throws IOException {
    if (buffer.hasArray()) {
      readFully(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
      buffer.position(buffer.limit());
    } else {
      byte[] bytes = new byte[buffer.remaining()];
      readFully(bytes, 0, bytes.length);
      buffer.put(bytes);
    }
  }

  @Override
  public void readFully(byte[] bytes, int offset, int count) throws IOException {
    if (position < 0 || count > length - position) {
      throw new EOFException(
          "bytes " + position + " to " + (position + count) + " of a file of " + length);
    }
    if (!inWindow(count) && count < WINDOW) {
      fillWindow();
    }
    if (inWindow(count)) {
      System.arraycopy(window, (int) (position - windowStart), bytes, offset, count);
    } else {
      fetch(position, bytes, offset, count);
    }
    position += count;
  }

  private boolean inWindow(int count) {
    return position >= windowStart && position + count <= windowStart + window.length;
  }

  private void fillWindow() throws IOException {
    long start = Math.min(position, Math.max(0, length - WINDOW));
    byte[] next = new byte[(int) Math.min(WINDOW, length - start)];
    fetch(start, next, 0, next.length);
    window = next;
    windowStart = start;
  }

  private void fetch(long from, byte[] bytes, int offset, int count) throws IOException {
    if (in instanceof RangeReadable ranges) {
      fetchRange(ranges, from, bytes, offset, count);
      return;
    }
    in.seek(from);
    int done = 0;
    while (done < count) {
      int read = in.read(bytes, offset + done, count - done);
      if (read <= 0) {
        throw new EOFException(
            "the file ends at byte " + (from + done) + ", its length is stated as " + length);
      }
      done += read;
    }
  }

  /** One request per attempt: a response that breaks off in its middle is asked for again. */
  private static void fetchRange(
      RangeReadable ranges, long from, byte[] bytes, int offset, int count) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        ranges.readFully(from, bytes, offset, count);
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
