package io.tallykeep.archive.file;

import java.io.IOException;
import org.apache.iceberg.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/** An Iceberg output file as parquet-java wants it. */
final class ParquetOutput implements org.apache.parquet.io.OutputFile {
  private final OutputFile file;
  private @Nullable Stream stream;

  ParquetOutput(OutputFile file) {
    this.file = file;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    stream = new Stream(file.create());
    return stream;
  }

  /** The file's size once its stream is closed. */
  long sizeBytes() {
    if (stream == null || !stream.closed) {
      throw new IllegalStateException(file.location() + " is not closed yet.");
    }
    return stream.size;
  }

  /** Closes the stream as it is; without a footer, what was written is no Parquet file. */
  void abandon() throws IOException {
    if (stream != null) {
      stream.close();
    }
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    throw new UnsupportedOperationException("archive files are never overwritten.");
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public String getPath() {
    return file.location();
  }

  private static final class Stream extends PositionOutputStream {
    private final org.apache.iceberg.io.PositionOutputStream out;
    private boolean closed;
    private long size;

    Stream(org.apache.iceberg.io.PositionOutputStream out) {
      this.out = out;
    }

    @Override
    public long getPos() throws IOException {
      return out.getPos();
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        size = out.getPos();
        out.close();
      }
    }
  }
}
