package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveType;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.jspecify.annotations.Nullable;

/** An identity column of any type: each value is decoded and compared. Not thread-safe. */
final class DecodedColumn implements IdentityColumn {
  private final ColumnDescriptor column;
  private final ArchiveType type;
  private final ColumnCodec codec;
  private final Object asked;
  private final Iterator<StoredPage> pages;
  private int left;
  private @Nullable PageValues values;
  private @Nullable Object current;

  DecodedColumn(
      ColumnDescriptor column,
      ArchiveType type,
      ColumnCodec codec,
      List<StoredPage> pages,
      Object asked) {
    this.column = column;
    this.type = type;
    this.codec = codec;
    this.asked = asked;
    this.pages = pages.iterator();
  }

  @Override
  public int advance() throws IOException {
    PageValues page = values;
    if (left == 0 || page == null) {
      StoredPage next = pages.next();
      page = new PageValues(column, next, null);
      values = page;
      left = next.rowCount();
    }
    left--;
    Object previous = current;
    Object next = Objects.requireNonNull(page.next(codec));
    current = next;
    return previous == null ? 1 : type.compare(next, previous);
  }

  @Override
  public int order() {
    return type.compare(value(), asked);
  }

  @Override
  public Object value() {
    Object value = current;
    if (value == null) {
      throw new NoSuchElementException("it stands before the first row.");
    }
    return value;
  }
}
