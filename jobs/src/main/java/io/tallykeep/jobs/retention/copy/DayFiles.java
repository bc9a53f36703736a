package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.file.DataFileWriter;
import io.tallykeep.archive.file.FileLimits;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The open data files of one copy: one per event day, since a table partition may hold many days
 * whose rows come interleaved in identity order. Together they buffer no more than the bound given.
 *
 * <p>Closing without {@link #finish} abandons every file; nothing names them then.
 */
public final class DayFiles implements AutoCloseable {
  private final ArchiveSchema schema;
  private final NewDataFile newFile;
  private final FileLimits limits;
  private final long fileBytes;
  private final Map<LocalDate, DataFileWriter> open = new HashMap<>();
  private final List<WrittenFile> finished = new ArrayList<>();
  private int lastDay = Integer.MIN_VALUE;
  private @Nullable DataFileWriter lastWriter;

  /**
   * @param days how many days there are at most, no more than may be open at once
   */
  public DayFiles(ArchiveSchema schema, NewDataFile newFile, int days, CopyBounds bounds) {
    this.schema = schema;
    this.newFile = newFile;
    this.fileBytes = bounds.fileBytes();
    this.limits = FileLimits.DEFAULT.withRowGroupBytes(bounds.shareBytes(days));
  }

  /** Adds a row, to a file of its own event day. */
  public void write(@Nullable Object[] row) throws IOException {
    int day = (Integer) Objects.requireNonNull(row[schema.eventDayIndex()]);
    DataFileWriter writer = lastWriter;
    if (writer == null || day != lastDay) {
      writer = writer(LocalDate.ofEpochDay(day));
      lastDay = day;
      lastWriter = writer;
    }
    writer.write(row);
    if (writer.rowCount() % 4096 == 0 && writer.estimatedBytes() >= fileBytes) {
      finish(LocalDate.ofEpochDay(day));
    }
  }

  private DataFileWriter writer(LocalDate day) throws IOException {
    DataFileWriter writer = open.get(day);
    if (writer == null) {
      writer = new DataFileWriter(schema, newFile.of(day), limits);
      open.put(day, writer);
    }
    return writer;
  }

  private void finish(LocalDate day) throws IOException {
    DataFileWriter writer = open.remove(day);
    lastWriter = null;
    if (writer != null) {
      try (writer) {
        finished.add(writer.finish());
      }
    }
  }

  /** Finishes every file and returns them all. */
  public List<WrittenFile> finish() throws IOException {
    for (LocalDate day : List.copyOf(open.keySet())) {
      finish(day);
    }
    return List.copyOf(finished);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (DataFileWriter writer : open.values()) {
      try {
        writer.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
