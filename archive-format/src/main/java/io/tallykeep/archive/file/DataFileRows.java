package io.tallykeep.archive.file;

import org.jspecify.annotations.Nullable;

/**
 * All rows of one data file in file order, one at a time. Holds one row group in memory. Not
 * thread-safe; close it.
 */
public final class DataFileRows implements AutoCloseable {
  private final OpenDataFile file;
  private final RowOrder order;
  private @Nullable RowDecoder group;
  private int nextGroup;
  private long leftInGroup;
  private long rowCount;
  private @Nullable Object @Nullable [] row;

  DataFileRows(OpenDataFile file) {
    this.file = file;
    this.order = new RowOrder(file);
  }

  /**
   * Goes to the next row.
   *
   * @return false after the last row that the footer states
   * @throws DataFileException on any doubt: failed page checksum, rows out of order or of several
   *     event days, another number of rows
   */
  public boolean advance() {
    while (leftInGroup == 0) {
      if (nextGroup == file.rowGroups().size()) {
        row = null;
        return false;
      }
      RowDecoder decoder = Decoding.step(file.path(), () -> file.read(nextGroup));
      nextGroup++;
      group = decoder;
      leftInGroup = decoder.rowCount();
    }
    RowDecoder decoder = group;
    if (decoder == null) {
      throw new IllegalStateException(file.path() + ": rows are left in no row group.");
    }
    Decoding.Step<@Nullable Object[]> next = () -> order.checked(decoder.next());
    row = Decoding.step(file.path(), next);
    leftInGroup--;
    rowCount++;
    return true;
  }

  /**
   * The row this stands on: its values in column order, null for NULL; the caller's to keep.
   *
   * @throws IllegalStateException before the first row and after the last
   */
  public @Nullable Object[] row() {
    @Nullable Object @Nullable [] current = row;
    if (current == null) {
      throw new IllegalStateException(file.path() + ": it stands on no row.");
    }
    return current;
  }

  /** How many rows it has gone to. */
  public long rowCount() {
    return rowCount;
  }

  @Override
  public void close() {
    file.close();
  }
}
