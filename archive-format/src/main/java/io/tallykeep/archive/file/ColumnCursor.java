package io.tallykeep.archive.file;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.parquet.Version;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** The values of one column, one after another, out of some of its pages. Not thread-safe. */
final class ColumnCursor {
  private final ColumnCodec codec;
  private final ColumnReader reader;
  private final int level;

  /** Opens the pages and stands on the first one's first value. */
  ColumnCursor(MessageType schema, int column, ColumnCodec codec, List<StoredPage> pages)
      throws IOException {
    ColumnDescriptor descriptor = schema.getColumns().get(column);
    this.codec = codec;
    this.level = descriptor.getMaxDefinitionLevel();
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(
            new Pages(descriptor, pages), new UnusedConverter(), schema, Version.FULL_VERSION);
    this.reader = store.getColumnReader(descriptor);
  }

  /** The value it stands on, null for NULL; goes to the next one. */
  @Nullable Object next() {
    Object value = reader.getCurrentDefinitionLevel() == level ? codec.read(reader) : null;
    reader.consume();
    return value;
  }

  /** Goes on by some values. */
  void skip(int count) {
    for (int i = 0; i < count; i++) {
      if (reader.getCurrentDefinitionLevel() == level) {
        reader.skip();
      }
      reader.consume();
    }
  }

  /** Pages of one column as parquet-java wants them. */
  private static final class Pages implements PageReadStore, PageReader {
    private final ColumnDescriptor column;
    private final long rowCount;
    private final Iterator<StoredPage> left;
    private final @Nullable DictionaryPage dictionary;

    Pages(ColumnDescriptor column, List<StoredPage> pages) throws IOException {
      boolean hasDictionary = pages.get(0).isDictionary();
      this.column = column;
      this.rowCount = pages.stream().mapToLong(StoredPage::rowCount).sum();
      this.dictionary = hasDictionary ? pages.get(0).dictionary() : null;
      this.left = pages.subList(hasDictionary ? 1 : 0, pages.size()).iterator();
    }

    @Override
    public PageReader getPageReader(ColumnDescriptor asked) {
      return this;
    }

    @Override
    public long getRowCount() {
      return rowCount;
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
      return dictionary;
    }

    @Override
    public long getTotalValueCount() {
      return rowCount;
    }

    @Override
    public @Nullable DataPage readPage() {
      if (!left.hasNext()) {
        return null;
      }
      try {
        return left.next().values(column.getPrimitiveType());
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
