package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.Optional;
import org.apache.iceberg.io.InputFile;
import org.jspecify.annotations.Nullable;

/** Reads data files of one schema. Stateless and thread-safe. */
public final class DataFileReader {
  private final ArchiveSchema schema;
  private final ColumnCodec[] codecs;

  public DataFileReader(ArchiveSchema schema) {
    this.schema = schema;
    this.codecs = ColumnCodec.all(schema);
  }

  /**
   * Reads every row in file order. What the consumer throws passes through.
   *
   * @return the number of rows, equal to what the footer states
   * @throws DataFileException on any doubt: missing or truncated file, other schema, failed page
   *     checksum, rows out of order or of several event days, another number of rows; the consumer
   *     may have taken rows before
   */
  public long forEach(InputFile file, RowConsumer consumer) {
    try (DataFileRows rows = open(file)) {
      while (rows.advance()) {
        consumer.accept(rows.row());
      }
      return rows.rowCount();
    }
  }

  /**
   * Opens the file for reading every row in file order.
   *
   * @return stands before the first row; the caller closes it
   * @throws DataFileException if there is no such file, or its footer can't be read or states
   *     another schema
   */
  public DataFileRows open(InputFile file) {
    return new DataFileRows(OpenDataFile.open(schema, codecs, file));
  }

  /**
   * Looks one identity up. Reads only the pages that can hold it.
   *
   * @param identity the identity's values in the identity's order
   * @return the row; or empty, if the rows on both sides of its place were read and it is not there
   * @throws DataFileException on any doubt; never empty then
   */
  public Optional<@Nullable Object[]> find(InputFile file, Object[] identity) {
    if (identity.length != schema.identityIndexes().size()) {
      throw new IllegalArgumentException(
          "an identity of " + identity.length + " values for table " + schema.table() + ".");
    }
    try (OpenDataFile open = OpenDataFile.open(schema, codecs, file)) {
      return Decoding.step(open.path(), new PointRead(open, identity)::run);
    }
  }
}
