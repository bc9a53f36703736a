package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.Optional;
import org.apache.iceberg.io.InputFile;
import org.jspecify.annotations.Nullable;

/** Reads data files of one schema. Stateless and thread-safe. */
public final class DataFileReader {

  public DataFileReader(ArchiveSchema schema) {}

  /**
   * Reads every row in file order.
   *
   * @return the number of rows, equal to what the footer states
   * @throws DataFileException on any doubt: missing or truncated file, other schema, failed page
   *     checksum, rows out of order or of several event days, another number of rows
   */
  public long forEach(InputFile file, RowConsumer consumer) {
    throw new UnsupportedOperationException();
  }

  /**
   * Looks one identity up. Reads only the pages that can hold it.
   *
   * @param identity the identity's values in the identity's order
   * @return the row, or empty if every page that could hold it was read and does not
   * @throws DataFileException on any doubt; never empty then
   */
  public Optional<@Nullable Object[]> find(InputFile file, Object[] identity) {
    throw new UnsupportedOperationException();
  }
}
