package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Looks one identity up in the bytes of the row group that it belongs into.
 *
 * <p>All identities of the row group are read: the first must be the index's, each must be greater
 * than the one before, the last less than the next row group's first. Only so is a row absent.
 */
final class GroupRead {
  private final ArchiveSchema schema;
  private final ColumnCodec[] codecs;
  private final SparseIndex index;
  private final int group;
  private final RowGroupPages pages;

  GroupRead(ArchiveSchema schema, ColumnCodec[] codecs, SparseIndex index, int group, byte[] bytes)
      throws IOException {
    this.schema = schema;
    this.codecs = codecs;
    this.index = index;
    this.group = group;
    this.pages = RowGroupPages.of(index, group, bytes);
  }

  Optional<@Nullable Object[]> find(Object[] identity) throws IOException {
    IdentityColumn[] columns = columns(identity);
    int place = -1;
    Object[] found = identity;
    for (int row = 0; row < index.rowCount(group); row++) {
      int step = 0;
      int order = 0;
      for (IdentityColumn column : columns) {
        int next = column.advance();
        step = step == 0 ? next : step;
        order = order == 0 ? column.order() : order;
      }
      if (step <= 0) {
        throw damaged("row " + row, columns, "is not greater than the row before");
      }
      if (row == 0 && SortKey.compare(key(columns), index.firstKey(group)) != 0) {
        throw damaged("its first row", columns, "is not the one of the index");
      }
      if (order == 0) {
        place = row;
        found = values(columns);
      }
    }
    if (group + 1 < index.groupCount()
        && SortKey.compare(key(columns), index.firstKey(group + 1)) >= 0) {
      throw damaged("its last row", columns, "reaches into the next row group");
    }
    return place < 0 ? Optional.empty() : Optional.of(row(place, found));
  }

  private IdentityColumn[] columns(Object[] identity) throws IOException {
    IdentityColumn[] columns = new IdentityColumn[identity.length];
    for (int i = 0; i < columns.length; i++) {
      int column = schema.identityIndexes().get(i);
      List<StoredPage> stored = pages.column(column);
      boolean frontCoded =
          stored.stream().allMatch(page -> page.encoding() == Encoding.DELTA_BYTE_ARRAY);
      columns[i] =
          frontCoded
              ? new FrontCodedColumn(stored, (byte[]) identity[i])
              : new DecodedColumn(
                  descriptor(column),
                  schema.column(column).type(),
                  codecs[column],
                  stored,
                  identity[i]);
    }
    return columns;
  }

  private ColumnDescriptor descriptor(int column) {
    return schema.parquet().getColumns().get(column);
  }

  private byte[] key(IdentityColumn[] columns) {
    return SortKey.of(schema, values(columns));
  }

  private static Object[] values(IdentityColumn[] columns) {
    Object[] values = new Object[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = columns[i].value();
    }
    return values;
  }

  private IOException damaged(String row, IdentityColumn[] columns, String what) {
    return new IOException(
        "row group " + group + ": " + row + ", " + schema.describe(values(columns)) + ", " + what);
  }

  /** The row at a place whose identity was read already. */
  private @Nullable Object[] row(int row, Object[] identity) throws IOException {
    @Nullable Object[] values = new @Nullable Object[codecs.length];
    for (int column = 0; column < values.length; column++) {
      int place = schema.identityIndexes().indexOf(column);
      values[column] = place >= 0 ? identity[place] : value(column, row);
    }
    return values;
  }

  private @Nullable Object value(int column, int row) throws IOException {
    StoredPage page = pages.page(column, row);
    PageValues values = new PageValues(descriptor(column), page, pages.dictionary(column));
    values.pass(row - page.firstRow());
    return values.next(codecs[column]);
  }
}
