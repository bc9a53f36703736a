package io.tallykeep.archive.file;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Puts rows together from the pages of their columns. Not thread-safe. */
final class RowDecoder {
  private final ColumnCodec[] codecs;
  private final ColumnReader[] columns;
  private final int[] levels;
  private final long rowCount;
  private long position;

  RowDecoder(
      MessageType schema,
      ColumnCodec[] codecs,
      PageReadStore pages,
      @Nullable String createdBy,
      long rowCount)
      throws IOException {
    this.codecs = codecs;
    this.rowCount = rowCount;
    this.columns = new ColumnReader[codecs.length];
    this.levels = new int[codecs.length];
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(pages, new Unused(), schema, createdBy == null ? "" : createdBy);
    List<ColumnDescriptor> descriptors = schema.getColumns();
    for (int i = 0; i < codecs.length; i++) {
      long values = pages.getPageReader(descriptors.get(i)).getTotalValueCount();
      if (values < rowCount) {
        throw new IOException(
            "column "
                + descriptors.get(i).getPath()[0]
                + " has "
                + values
                + " values for "
                + rowCount
                + " rows");
      }
      columns[i] = store.getColumnReader(descriptors.get(i));
      levels[i] = descriptors.get(i).getMaxDefinitionLevel();
    }
  }

  long rowCount() {
    return rowCount;
  }

  /**
   * The next row.
   *
   * @throws IOException if there is none
   */
  @Nullable Object[] next() throws IOException {
    if (position == rowCount) {
      throw new IOException("row " + position + " asked for, there are " + rowCount);
    }
    position++;
    @Nullable Object[] row = new @Nullable Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ColumnReader column = columns[i];
      if (column.getCurrentDefinitionLevel() == levels[i]) {
        row[i] = codecs[i].read(column);
      }
      column.consume();
    }
    return row;
  }

  /** Column readers want a converter although values are taken from them directly. */
  private static final class Unused extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
