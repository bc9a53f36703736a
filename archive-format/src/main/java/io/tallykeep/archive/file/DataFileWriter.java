package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.UnstorableValueException;
import java.io.IOException;
import org.apache.iceberg.io.OutputFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes one data file: rows of one event day, in strictly ascending identity order. Not
 * thread-safe.
 *
 * <p>Only {@link #finish} makes a file. {@link #close} without it abandons the file: what the store
 * then holds under the path has no Parquet footer and is claimed by nobody.
 */
public final class DataFileWriter implements AutoCloseable {

  /**
   * Opens the file; its path must be new.
   *
   * @throws IOException if the store refuses
   */
  public DataFileWriter(ArchiveSchema schema, OutputFile file, FileLimits limits)
      throws IOException {}

  /**
   * Adds a row.
   *
   * @throws UnstorableValueException if the identity breaks the {@code IdentityRule}
   * @throws IllegalArgumentException if the row's event day differs from the first row's, or its
   *     identity does not follow the previous row's
   * @throws IOException if the store fails; the file can't be finished then
   */
  public void write(@Nullable Object[] row) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Rows written so far. */
  public long rowCount() {
    throw new UnsupportedOperationException();
  }

  /** About how large the file would be if it were finished now, in bytes. */
  public long estimatedBytes() {
    throw new UnsupportedOperationException();
  }

  /**
   * Writes the footer and closes the file. After success the object is durable.
   *
   * @throws IllegalStateException if no row was written: a file without rows has no event day
   * @throws IOException if the store fails; the file is then abandoned
   */
  public WrittenFile finish() throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Abandons the file unless it is finished. */
  @Override
  public void close() throws IOException {}
}
