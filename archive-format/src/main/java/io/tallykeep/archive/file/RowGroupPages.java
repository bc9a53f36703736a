package io.tallykeep.archive.file;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one row group, found by walking through its bytes: each page states its length, a
 * column ends where its pages have as many values as the row group has rows, and the last column
 * ends with the last byte.
 */
final class RowGroupPages {
  private final List<List<StoredPage>> columns;

  private RowGroupPages(List<List<StoredPage>> columns) {
    this.columns = columns;
  }

  /**
   * Walks through a row group.
   *
   * @throws IOException if its pages do not add up
   */
  static RowGroupPages of(SparseIndex index, int group, byte[] bytes) throws IOException {
    Walk walk = new Walk(bytes);
    List<List<StoredPage>> columns = new ArrayList<>(index.columnCount());
    for (int column = 0; column < index.columnCount(); column++) {
      columns.add(walk.column(index.codec(column), index.rowCount(group)));
    }
    if (walk.position != bytes.length) {
      throw new IOException(
          "row group " + group + " ends at its byte " + walk.position + " of " + bytes.length);
    }
    return new RowGroupPages(columns);
  }

  /** All pages of an identity column in row order; it has no dictionary. */
  List<StoredPage> column(int column) {
    return columns.get(column);
  }

  /** The column's dictionary, null if it has none. */
  @Nullable StoredPage dictionary(int column) {
    StoredPage first = columns.get(column).get(0);
    return first.isDictionary() ? first : null;
  }

  /** The page that holds a row's value. */
  StoredPage page(int column, int row) {
    List<StoredPage> pages = columns.get(column);
    int page = pages.size() - 1;
    while (pages.get(page).firstRow() > row) {
      page--;
    }
    return pages.get(page);
  }

  private static final class Walk {
    private final byte[] bytes;
    private int position;

    Walk(byte[] bytes) {
      this.bytes = bytes;
    }

    List<StoredPage> column(byte codec, int rows) throws IOException {
      List<StoredPage> pages = new ArrayList<>(4);
      int row = 0;
      while (row < rows) {
        StoredPage page = page(codec, row, pages.isEmpty());
        pages.add(page);
        row += page.rowCount();
        position = page.end();
      }
      if (row != rows) {
        throw new IOException("a column has " + row + " values for " + rows + " rows");
      }
      return pages;
    }

    private StoredPage page(byte codec, int row, boolean first) throws IOException {
      ByteArrayInputStream in = new ByteArrayInputStream(bytes, position, bytes.length - position);
      PageHeader header = Util.readPageHeader(in);
      int from = bytes.length - in.available();
      boolean values = header.getType() == PageType.DATA_PAGE && header.isSetData_page_header();
      boolean dictionary =
          first
              && header.getType() == PageType.DICTIONARY_PAGE
              && header.isSetDictionary_page_header();
      if (!values && !dictionary) {
        throw new IOException("a page at byte " + position + " of its row group is none of ours");
      }
      int length = header.getCompressed_page_size();
      boolean empty = values && header.getData_page_header().getNum_values() < 1;
      if (length < 0 || length > bytes.length - from || empty) {
        throw new IOException(
            "a page at byte " + position + " of its row group states " + length + " bytes");
      }
      return new StoredPage(bytes, from, header, codec, row);
    }
  }
}
