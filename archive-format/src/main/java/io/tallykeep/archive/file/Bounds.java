package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveType;
import java.nio.ByteBuffer;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.jspecify.annotations.Nullable;

/**
 * The least and greatest value of a column in some rows, or unknown. Where they were cut, they are
 * still bounds.
 */
record Bounds(@Nullable Object lower, @Nullable Object upper) {
  static final Bounds UNKNOWN = new Bounds(null, null);

  static Bounds of(ColumnCodec codec, ColumnChunkMetaData chunk) {
    Statistics<?> statistics = chunk.getStatistics();
    if (statistics == null || !statistics.hasNonNullValue()) {
      return UNKNOWN;
    }
    return new Bounds(
        codec.bound(ByteBuffer.wrap(statistics.getMinBytes())),
        codec.bound(ByteBuffer.wrap(statistics.getMaxBytes())));
  }

  /** Whether every value is less than this one; false where that is not known. */
  boolean below(ArchiveType type, Object value) {
    return upper != null && type.compare(upper, value) < 0;
  }

  /** Whether every value equals this one; false where that is not known. */
  boolean allEqual(ArchiveType type, Object value) {
    return lower != null
        && upper != null
        && type.compare(lower, value) == 0
        && type.compare(upper, value) == 0;
  }
}
