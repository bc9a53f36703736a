package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * One row group in memory: values go straight to their column's pages, which are compressed as they
 * fill. Not thread-safe.
 */
final class RowGroupWriter {
  private final ArchiveSchema schema;
  private final ColumnCodec[] codecs;
  private final ColumnChunkPageWriteStore pages;
  private final ColumnWriteStore columns;
  private final ColumnWriter[] writers;
  private final int[] levels;
  private final Object[] firstIdentity;
  private final Optional<FilterWriter> filter;
  private int rowCount;

  RowGroupWriter(
      ArchiveSchema schema,
      ColumnCodec[] codecs,
      ParquetProperties properties,
      CompressionCodecFactory compression,
      Object[] firstIdentity) {
    this.schema = schema;
    this.firstIdentity = firstIdentity;
    this.filter = FilterWriter.forTable(schema, codecs);
    this.codecs = codecs;
    MessageType parquet = schema.parquet();
    this.pages =
        ColumnChunkPageWriteStore.builder()
            .withSchema(parquet)
            .withCompressorProvider(column -> compressor(properties, compression, column))
            .withAllocator(HeapByteBufferAllocator.getInstance())
            .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
            .withPageWriteChecksumEnabled(properties.getPageWriteChecksumEnabled())
            .build();
    this.columns = properties.newColumnWriteStore(parquet, pages, pages);
    this.writers = new ColumnWriter[codecs.length];
    this.levels = new int[codecs.length];
    for (int i = 0; i < writers.length; i++) {
      ColumnDescriptor column = parquet.getColumns().get(i);
      writers[i] = columns.getColumnWriter(column);
      levels[i] = column.getMaxDefinitionLevel();
    }
  }

  private static BytesInputCompressor compressor(
      ParquetProperties properties, CompressionCodecFactory compression, ColumnDescriptor column) {
    CompressionCodecName codec = properties.getColumnCodec(column);
    Integer level = properties.getColumnCompressionLevel(column);
    if (codec == null) {
      codec = CompressionCodecName.ZSTD;
    }
    return level == null
        ? compression.getCompressor(codec)
        : compression.getCompressor(codec, level);
  }

  void write(@Nullable Object[] row) {
    for (int i = 0; i < writers.length; i++) {
      Object value = row[i];
      if (value != null) {
        codecs[i].write(writers[i], value, levels[i]);
      } else if (levels[i] > 0) {
        writers[i].writeNull(0, 0);
      } else {
        ArchiveColumn column = schema.column(i);
        throw new IllegalArgumentException(
            "table " + schema.table() + ": NULL for column " + column.name() + ", NOT NULL.");
      }
    }
    columns.endRecord();
    filter.ifPresent(hashes -> hashes.add(row));
    rowCount++;
  }

  Object[] firstIdentity() {
    return firstIdentity;
  }

  int rowCount() {
    return rowCount;
  }

  /** Encoded bytes held in memory. */
  long bufferedBytes() {
    return columns.getBufferedSize();
  }

  /**
   * Appends the row group to the file; it can't be written to any more.
   *
   * @return how many bytes of filter bits it has, 0 for no filter
   */
  int flushTo(ParquetFileWriter file) throws IOException {
    file.startBlock(rowCount);
    columns.flush();
    int filterBytes = filter.map(hashes -> hashes.writeTo(pages)).orElse(0);
    pages.flushToFileWriter(file);
    file.endBlock();
    close();
    return filterBytes;
  }

  void close() {
    columns.close();
    pages.close();
  }
}
