package io.tallykeep.archive.file;

import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.jspecify.annotations.Nullable;

/**
 * Where the pages of one column in one row group begin, in ascending order from row 0, and their
 * bounds. A file without page index counts as one page with unknown bounds.
 */
final class PageIndex {
  private final ColumnCodec codec;
  private final @Nullable ColumnIndex bounds;
  private final long[] firstRows;
  private final long rowCount;

  private PageIndex(
      ColumnCodec codec, @Nullable ColumnIndex bounds, long[] firstRows, long rowCount) {
    this.codec = codec;
    this.bounds = bounds;
    this.firstRows = firstRows;
    this.rowCount = rowCount;
  }

  /**
   * Takes what the file says about a column chunk.
   *
   * @throws IOException if the pages are not in order, or do not fill the chunk from end to end
   */
  static PageIndex of(
      ColumnCodec codec,
      ColumnChunkMetaData chunk,
      @Nullable ColumnIndex bounds,
      @Nullable OffsetIndex offsets)
      throws IOException {
    long[] firstRows = {0};
    if (offsets != null) {
      firstRows = new long[offsets.getPageCount()];
      Arrays.setAll(firstRows, offsets::getFirstRowIndex);
      requireFilled(chunk, offsets);
    }
    PageIndex index = new PageIndex(codec, bounds, firstRows, chunk.getValueCount());
    index.requireAscending();
    return index;
  }

  private static void requireFilled(ColumnChunkMetaData chunk, OffsetIndex offsets)
      throws IOException {
    long place = chunk.getFirstDataPageOffset();
    for (int page = 0; page < offsets.getPageCount(); page++) {
      if (offsets.getOffset(page) != place) {
        throw new IOException(
            "the page index lets page "
                + page
                + " of column "
                + chunk.getPath()
                + " begin at byte "
                + offsets.getOffset(page)
                + " instead of "
                + place);
      }
      place += offsets.getCompressedPageSize(page);
    }
    if (place != chunk.getStartingPos() + chunk.getTotalSize()) {
      throw new IOException(
          "the page index lets column " + chunk.getPath() + " end at byte " + place);
    }
  }

  private void requireAscending() throws IOException {
    if (firstRows.length == 0) {
      throw new IOException("the page index lists no page for " + rowCount + " rows");
    }
    for (int page = 0; page < firstRows.length; page++) {
      if ((page == 0 && firstRow(0) != 0) || firstRow(page) > lastRow(page)) {
        throw new IOException(
            "the page index lets page " + page + " begin at row " + firstRow(page));
      }
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

  /** The page that holds this row of the row group. */
  int pageOf(long row) {
    int place = Arrays.binarySearch(firstRows, row);
    return place >= 0 ? place : -place - 2;
  }
}
