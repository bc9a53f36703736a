package io.tallykeep.archive.file;

import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.column.values.bloomfilter.BloomFilterWriteStore;
import org.jspecify.annotations.Nullable;

/**
 * Collects the hashes of one row group's last identity column and makes its filter: a split-block
 * Bloom filter of 8 bits a row, rounded up to a power of two. Not thread-safe.
 *
 * <p>Only tables have filters whose event day is not inside the identity: where it is, no look-up
 * is without a day.
 */
final class FilterWriter {
  private static final int LEAST_BYTES = 32;

  private final ColumnCodec codec;
  private final ColumnDescriptor column;
  private final int columnIndex;
  private long[] hashes = new long[1_024];
  private int count;

  private FilterWriter(ColumnCodec codec, ColumnDescriptor column, int columnIndex) {
    this.codec = codec;
    this.column = column;
    this.columnIndex = columnIndex;
  }

  static Optional<FilterWriter> forTable(ArchiveSchema schema, ColumnCodec[] codecs) {
    if (schema.dataset().eventDayOrigin() != EventDayOrigin.EVENT_TIME) {
      return Optional.empty();
    }
    int last = FilterProbe.column(schema);
    return Optional.of(
        new FilterWriter(codecs[last], schema.parquet().getColumns().get(last), last));
  }

  void add(@Nullable Object[] row) {
    Object value = row[columnIndex];
    if (value == null) {
      throw new IllegalArgumentException("an identity without " + column.getPath()[0] + ".");
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    hashes[count] = FilterProbe.hash(codec.plain(value));
    count++;
  }

  /** Hands the filter over and returns its size in bytes. */
  int writeTo(BloomFilterWriteStore store) {
    int rounded = Integer.highestOneBit(Math.max(1, count - 1)) << 1;
    int bytes = Math.max(LEAST_BYTES, rounded);
    BlockSplitBloomFilter filter = new BlockSplitBloomFilter(bytes, bytes);
    for (int i = 0; i < count; i++) {
      filter.insertHash(hashes[i]);
    }
    store.getBloomFilterWriter(column).writeBloomFilter(filter);
    return filter.getBitsetSize();
  }
}
