package io.tallykeep.archive.file;

import java.util.Arrays;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.jspecify.annotations.Nullable;

/**
 * Where the pages of one column in one row group begin, and their bounds. A file without page index
 * counts as one page with unknown bounds.
 */
final class PageIndex {
  private final ColumnCodec codec;
  private final @Nullable ColumnIndex bounds;
  private final long[] firstRows;
  private final long rowCount;

  PageIndex(
      ColumnCodec codec,
      @Nullable ColumnIndex bounds,
      @Nullable OffsetIndex offsets,
      long rowCount) {
    this.codec = codec;
    this.bounds = bounds;
    this.rowCount = rowCount;
    if (offsets == null) {
      this.firstRows = new long[] {0};
    } else {
      this.firstRows = new long[offsets.getPageCount()];
      Arrays.setAll(firstRows, offsets::getFirstRowIndex);
    }
  }

  int pageCount() {
    return firstRows.length;
  }

  long firstRow(int page) {
    return firstRows[page];
  }

  long lastRow(int page) {
    return (page + 1 < firstRows.length ? firstRows[page + 1] : rowCount) - 1;
  }

  /** Whether both columns' pages begin at the same rows. */
  boolean alignedWith(PageIndex other) {
    return Arrays.equals(firstRows, other.firstRows);
  }

  Bounds bounds(int page) {
    if (bounds == null
        || bounds.getMinValues().size() != firstRows.length
        || bounds.getNullPages().get(page)) {
      return Bounds.UNKNOWN;
    }
    return new Bounds(
        codec.bound(bounds.getMinValues().get(page)), codec.bound(bounds.getMaxValues().get(page)));
  }

  /** The page that holds this row of the row group, or -1 if none does. */
  int pageOf(long row) {
    for (int page = firstRows.length - 1; page >= 0; page--) {
      if (firstRow(page) <= row && row <= lastRow(page)) {
        return page;
      }
    }
    return -1;
  }
}
