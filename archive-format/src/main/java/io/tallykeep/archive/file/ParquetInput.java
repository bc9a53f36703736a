package io.tallykeep.archive.file;

import org.apache.iceberg.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** An Iceberg input file as parquet-java wants it. */
final class ParquetInput implements org.apache.parquet.io.InputFile {
  private final InputFile file;
  private final long length;

  ParquetInput(InputFile file) {
    this.file = file;
    this.length = file.getLength();
  }

  @Override
  public long getLength() {
    return length;
  }

  @Override
  public SeekableInputStream newStream() {
    return new ExactInputStream(file.newStream(), length);
  }

  @Override
  public String toString() {
    return file.location();
  }
}
