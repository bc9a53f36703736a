package io.tallykeep.benchmarks;

import io.tallykeep.archive.file.ObjectRanges;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A local file that counts its fetches. Not thread-safe. */
final class MappedRanges implements ObjectRanges, AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private final long size;
  private long fetches;
  private long bytes;

  MappedRanges(Path path) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    this.size = channel.size();
  }

  long fetches() {
    return fetches;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public long sizeBytes() {
    return size;
  }

  @Override
  public byte[] fetch(long from, int count) throws IOException {
    fetches++;
    bytes += count;
    ByteBuffer buffer = ByteBuffer.allocate(count);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new EOFException(path + " ends before byte " + (from + count));
      }
    }
    return buffer.array();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
