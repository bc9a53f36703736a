package io.tallykeep.archive.file;

import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * Pages whose own number of values is compared with the rows that the page index gives them. The
 * index has no checksum; a page that begins elsewhere than it says would put values into other
 * rows. No column repeats, so both numbers are equal in a sound file.
 */
final class CheckedPages implements PageReadStore {
  private final PageReadStore pages;

  CheckedPages(PageReadStore pages) {
    this.pages = pages;
  }

  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    return new CheckedReader(pages.getPageReader(column), column);
  }

  @Override
  public long getRowCount() {
    return pages.getRowCount();
  }

  @Override
  public Optional<Long> getRowIndexOffset() {
    return pages.getRowIndexOffset();
  }

  @Override
  public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
    return pages.getRowIndexes();
  }

  @Override
  public void close() {
    pages.close();
  }

  private record CheckedReader(PageReader reader, ColumnDescriptor column) implements PageReader {
    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
      return reader.readDictionaryPage();
    }

    @Override
    public long getTotalValueCount() {
      return reader.getTotalValueCount();
    }

    @Override
    public @Nullable DataPage readPage() {
      DataPage page = reader.readPage();
      if (page != null) {
        int rows = page.getIndexRowCount().orElse(page.getValueCount());
        if (rows != page.getValueCount()) {
          throw new ParquetDecodingException(
              "a page of column "
                  + column.getPath()[0]
                  + " has "
                  + page.getValueCount()
                  + " values, its index says "
                  + rows);
        }
      }
      return page;
    }
  }
}
