package io.tallykeep.archive.read;

import io.tallykeep.archive.file.ObjectRanges;
import java.io.EOFException;
import java.io.IOException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** An object's ranges as the input file that Iceberg's and Parquet's readers take. */
final class RangedInputFile implements InputFile {
  private final ObjectRanges ranges;

  RangedInputFile(ObjectRanges ranges) {
    this.ranges = ranges;
  }

  @Override
  public long getLength() {
    return ranges.sizeBytes();
  }

  @Override
  public SeekableInputStream newStream() {
    return new Ranges(ranges);
  }

  @Override
  public String location() {
    return ranges.path();
  }

  /** The snapshot that lists it says so; a read finds out. */
  @Override
  public boolean exists() {
    return true;
  }

  /** Each read is one bounded range. */
  private static final class Ranges extends SeekableInputStream implements RangeReadable {
    private final ObjectRanges ranges;
    private long position;

    Ranges(ObjectRanges ranges) {
      this.ranges = ranges;
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
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = (int) Math.min(length, ranges.sizeBytes() - position);
      if (count <= 0) {
        return length == 0 ? 0 : -1;
      }
      readFully(position, bytes, offset, count);
      position += count;
      return count;
    }

    @Override
    public void readFully(long from, byte[] buffer, int offset, int length) throws IOException {
      if (from < 0 || length > ranges.sizeBytes() - from) {
        throw new EOFException(
            length + " bytes from " + from + " of " + ranges.sizeBytes() + ": " + ranges.path());
      }
      if (length > 0) {
        System.arraycopy(ranges.fetch(from, length), 0, buffer, offset, length);
      }
    }

    @Override
    public int readTail(byte[] buffer, int offset, int length) throws IOException {
      int count = (int) Math.min(length, ranges.sizeBytes());
      readFully(ranges.sizeBytes() - count, buffer, offset, count);
      return count;
    }
  }
}
