package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
    int found = -1;
    Object[] previous = null;
    ColumnCursor[] cursors = identityCursors();
    for (int row = 0; row < index.rowCount(group); row++) {
      Object[] current = next(cursors);
      if (previous == null) {
        requireFirst(current);
      } else if (schema.compareIdentities(previous, current) >= 0) {
        throw new IOException("row " + row + " of row group " + group + " is not in order");
      }
      if (found < 0 && schema.compareIdentities(current, identity) == 0) {
        found = row;
      }
      previous = current;
    }
    requireLast(Objects.requireNonNull(previous));
    return found < 0 ? Optional.empty() : Optional.of(row(found));
  }

  private ColumnCursor[] identityCursors() throws IOException {
    List<Integer> columns = schema.identityIndexes();
    ColumnCursor[] cursors = new ColumnCursor[columns.size()];
    for (int i = 0; i < cursors.length; i++) {
      int column = columns.get(i);
      cursors[i] = new ColumnCursor(schema.parquet(), column, codecs[column], pages.column(column));
    }
    return cursors;
  }

  private static Object[] next(ColumnCursor[] cursors) {
    Object[] identity = new Object[cursors.length];
    for (int i = 0; i < cursors.length; i++) {
      identity[i] = Objects.requireNonNull(cursors[i].next());
    }
    return identity;
  }

  private void requireFirst(Object[] first) throws IOException {
    if (SortKey.compare(SortKey.of(schema, first), index.firstKey(group)) != 0) {
      throw new IOException(
          "row group "
              + group
              + " begins with "
              + schema.describe(first)
              + ", not as its index says");
    }
  }

  private void requireLast(Object[] last) throws IOException {
    if (group + 1 < index.groupCount()
        && SortKey.compare(SortKey.of(schema, last), index.firstKey(group + 1)) >= 0) {
      throw new IOException(
          "row group " + group + " reaches into the next: " + schema.describe(last));
    }
  }

  private @Nullable Object[] row(int row) throws IOException {
    @Nullable Object[] values = new @Nullable Object[codecs.length];
    for (int column = 0; column < values.length; column++) {
      List<StoredPage> needed = pages.column(column, row);
      ColumnCursor cursor = new ColumnCursor(schema.parquet(), column, codecs[column], needed);
      cursor.skip(row - needed.get(needed.size() - 1).firstRow());
      values[column] = cursor.next();
    }
    return values;
  }
}
