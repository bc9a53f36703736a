package io.tallykeep.archive.file;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.IdentityRule;
import io.tallykeep.archive.schema.UnstorableValueException;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.iceberg.io.OutputFile;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes one data file: rows of one event day, in strictly ascending identity order. Holds one row
 * group in memory, whatever the file's size. Not thread-safe.
 *
 * <p>Only {@link #finish} makes a file. {@link #close} without it abandons the file: what the store
 * then holds under the path has no Parquet footer and is claimed by nobody.
 */
public final class DataFileWriter implements AutoCloseable {
  /** The size is looked at again after a share of the limit, at the latest. */
  private static final int CHECK_SHARE = 32;

  private final ArchiveSchema schema;
  private final FileLimits limits;
  private final String path;
  private final ParquetOutput output;
  private final ZstdCodecs compression = new ZstdCodecs();
  private final ParquetProperties properties;
  private final ParquetFileWriter parquet;
  private final ColumnCodec[] codecs;
  private final RowDigester digester;

  private final StringJoiner rowGroups = new StringJoiner(",");
  private final SparseIndexBuilder index;

  private @Nullable RowGroupWriter group;
  private Object @Nullable [] previous;
  private int eventDay;
  private long rowCount;
  private long uncheckedBytes;
  private long nextCheckBytes;
  private long estimatedBytes;
  private boolean sound;
  private boolean closed;

  /**
   * Opens the file.
   *
   * @throws org.apache.iceberg.exceptions.AlreadyExistsException if the path is taken
   * @throws IOException if the store refuses
   */
  public DataFileWriter(ArchiveSchema schema, OutputFile file, FileLimits limits)
      throws IOException {
    this.schema = schema;
    this.limits = limits;
    this.path = file.location();
    this.output = new ParquetOutput(file);
    this.properties = ParquetSettings.writing(schema, limits);
    this.codecs = ColumnCodec.all(schema);
    this.digester = new RowDigester(schema);
    this.index = new SparseIndexBuilder(schema, properties);
    this.parquet =
        new ParquetFileWriter(
            output,
            schema.parquet(),
            ParquetFileWriter.Mode.CREATE,
            limits.rowGroupBytes(),
            0,
            null,
            properties);
    try {
      parquet.start();
      sound = true;
    } finally {
      if (!sound) {
        output.abandon();
      }
    }
  }

  /**
   * Adds a row. After an exception the file can only be abandoned.
   *
   * @param row the values in column order; the writer keeps the arrays in it until the file is done
   * @throws UnstorableValueException if the identity breaks the {@link IdentityRule}
   * @throws IllegalArgumentException if the row's event day differs from the first row's, or its
   *     identity does not follow the previous row's
   * @throws IOException if the store fails
   */
  public void write(@Nullable Object[] row) throws IOException {
    requireSound();
    sound = false;
    Object[] identity = checkPlace(row);
    if (group == null) {
      group = new RowGroupWriter(schema, codecs, properties, compression, identity);
      nextCheckBytes = limits.rowGroupBytes();
    }
    group.write(row);
    digester.add(row);
    rowCount++;
    uncheckedBytes += digester.encodedBytes();
    if (uncheckedBytes >= nextCheckBytes || group.rowCount() == limits.rowGroupRows()) {
      checkSize(group);
    }
    sound = true;
  }

  private void requireSound() {
    if (closed || !sound) {
      throw new IllegalStateException(
          "data file " + path + (closed ? " is closed." : " failed before: abandon it."));
    }
  }

  private Object[] checkPlace(@Nullable Object[] row) {
    Object[] identity = schema.identityOf(row);
    Optional<IdentityRule.Violation> violation = schema.identityRule().violation(identity);
    if (violation.isPresent()) {
      throw new UnstorableValueException(
          schema.table(),
          violation.get().column(),
          schema.describe(identity),
          violation.get().why());
    }
    Integer day = (Integer) row[schema.eventDayIndex()];
    if (day == null) {
      throw new IllegalArgumentException("a row without event day: " + schema.describe(identity));
    }
    if (previous == null) {
      eventDay = day;
    } else if (eventDay != day) {
      throw new IllegalArgumentException(
          place(identity)
              + " has event day "
              + LocalDate.ofEpochDay(day)
              + ", the file has "
              + LocalDate.ofEpochDay(eventDay)
              + ": one file holds one day.");
    } else if (schema.compareIdentities(previous, identity) >= 0) {
      throw new IllegalArgumentException(
          place(identity)
              + " comes after "
              + schema.describe(previous)
              + ": rows must arrive in strictly ascending identity order.");
    }
    previous = identity;
    return identity;
  }

  private String place(Object[] identity) {
    return "table " + schema.table() + ", data file " + path + ": row " + schema.describe(identity);
  }

  /** A row's canonical encoding is longer than its encoding here: no check comes too late. */
  private void checkSize(RowGroupWriter open) throws IOException {
    long buffered = open.bufferedBytes();
    if (buffered >= limits.rowGroupBytes() || open.rowCount() == limits.rowGroupRows()) {
      flush(open);
      buffered = 0;
    }
    long step = limits.rowGroupBytes() / CHECK_SHARE;
    nextCheckBytes = Math.max(step, limits.rowGroupBytes() - buffered);
    uncheckedBytes = 0;
    estimatedBytes = parquet.getPos() + buffered;
  }

  private void flush(RowGroupWriter full) throws IOException {
    long from = parquet.getPos();
    int filterBytes = full.flushTo(parquet);
    rowGroups.add(String.valueOf(full.rowCount()));
    index.add(full, parquet.getPos() - from, filterBytes);
    group = null;
  }

  /** Rows written so far. */
  public long rowCount() {
    return rowCount;
  }

  /**
   * About how large the file would be if it were finished now, in bytes; up to a row group behind.
   */
  public long estimatedBytes() {
    return estimatedBytes;
  }

  /**
   * Writes the footer and closes the file. After success the object is durable.
   *
   * @throws IllegalStateException if no row was written, since a file without rows has no event
   *     day; or if an earlier call failed
   * @throws IOException if the store fails; the file is then abandoned
   */
  public WrittenFile finish() throws IOException {
    requireSound();
    if (rowCount == 0) {
      throw new IllegalStateException("data file " + path + " has no rows and so no event day.");
    }
    sound = false;
    if (group != null) {
      flush(group);
    }
    parquet.end(
        Map.of(
            ParquetSettings.ROW_GROUPS,
            rowGroups.toString(),
            ParquetSettings.FILE_NAME,
            ParquetSettings.fileName(path),
            ParquetSettings.SPARSE_INDEX,
            index.entry()));
    closed = true;
    compression.release();
    return new WrittenFile(
        path, output.sizeBytes(), LocalDate.ofEpochDay(eventDay), digester.digest());
  }

  /** Abandons the file unless it is finished. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (group != null) {
        group.close();
      }
      parquet.abort();
      parquet.close();
    } finally {
      compression.release();
      output.abandon();
    }
  }
}
