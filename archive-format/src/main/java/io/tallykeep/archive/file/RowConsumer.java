package io.tallykeep.archive.file;

import org.jspecify.annotations.Nullable;

/** Takes the rows of a scan. */
@FunctionalInterface
public interface RowConsumer {
  /**
   * Takes one row; the array and its values are the consumer's to keep.
   *
   * @param row the values in column order, null for NULL
   */
  void accept(@Nullable Object[] row);
}
