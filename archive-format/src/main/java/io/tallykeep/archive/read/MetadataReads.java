package io.tallykeep.archive.read;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * The table's metadata objects for one look-up: each is fetched whole, most of them by one request,
 * and none asked for its size first. Nothing can be written or deleted through it.
 */
final class MetadataReads implements FileIO {
  private static final long serialVersionUID = 1L;

  /** How much one request fetches at most. */
  private static final int PART = 4 * 1024 * 1024;

  private static final int LARGEST = 512 * 1024 * 1024;

  private final transient RangeReads reads;
  private final transient ReadScope scope;

  MetadataReads(RangeReads reads, ReadScope scope) {
    this.reads = reads;
    this.scope = scope;
  }

  @Override
  public InputFile newInputFile(String path) {
    return new Whole(path, RangeRequest.UNKNOWN);
  }

  @Override
  public InputFile newInputFile(String path, long length) {
    return new Whole(path, length);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    throw new UnsupportedOperationException("look-ups write nothing: " + path);
  }

  @Override
  public void deleteFile(String path) {
    throw new UnsupportedOperationException("look-ups delete nothing: " + path);
  }

  private byte[] fetch(String path, long size) {
    try {
      int first = (int) (size == RangeRequest.UNKNOWN ? PART : Math.min(size, PART));
      RangeAnswer answer =
          reads.fetch(new RangeRequest(path, size, 0, first, Optional.empty()), scope);
      if (answer.sizeBytes() > LARGEST) {
        throw new IOException(path + " has " + answer.sizeBytes() + " bytes, too many to read.");
      }
      byte[] whole = Arrays.copyOf(answer.bytes(), (int) answer.sizeBytes());
      for (int from = answer.bytes().length; from < whole.length; from += PART) {
        int count = Math.min(PART, whole.length - from);
        RangeRequest part =
            new RangeRequest(path, whole.length, from, count, Optional.of(answer.etag()));
        System.arraycopy(reads.fetch(part, scope).bytes(), 0, whole, from, count);
      }
      return whole;
    } catch (FileNotFoundException e) {
      throw new NotFoundException(e, "%s is not there.", path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An object that is fetched when its first byte or its length is wanted. */
  private final class Whole implements InputFile {
    private final String path;
    private final long size;
    private byte[] bytes = new byte[0];

    Whole(String path, long size) {
      this.path = path;
      this.size = size;
    }

    private synchronized byte[] bytes() {
      if (bytes.length == 0) {
        bytes = fetch(path, size);
      }
      return bytes;
    }

    @Override
    public long getLength() {
      return bytes().length;
    }

    @Override
    public SeekableInputStream newStream() {
      return new InMemory(bytes());
    }

    @Override
    public String location() {
      return path;
    }

    @Override
    public boolean exists() {
      return bytes().length > 0;
    }
  }

  /** Fetched bytes. */
  private static final class InMemory extends SeekableInputStream {
    private final byte[] bytes;
    private ByteArrayInputStream in;
    private long position;

    InMemory(byte[] bytes) {
      this.bytes = bytes;
      this.in = new ByteArrayInputStream(bytes);
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void seek(long newPosition) throws IOException {
      if (newPosition < 0 || newPosition > bytes.length) {
        throw new IOException("byte " + newPosition + " of " + bytes.length + ".");
      }
      in = new ByteArrayInputStream(bytes, (int) newPosition, bytes.length - (int) newPosition);
      position = newPosition;
    }

    @Override
    public int read() {
      int read = in.read();
      position += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      int read = in.read(into, offset, length);
      position += Math.max(0, read);
      return read;
    }
  }
}
