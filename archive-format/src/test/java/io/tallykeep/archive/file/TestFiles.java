package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.InputFile;

/** Files in memory, and the rows that are in them. */
final class TestFiles {
  static final int DAY = (int) LocalDate.of(2026, 1, 2).toEpochDay();
  static final String PATH = "memory:/day/file.parquet";

  /** Pages of 10 rows, row groups of 1,000. */
  static final FileLimits SMALL = new FileLimits(1 << 20, 1_000, 10);

  private TestFiles() {}

  static byte[] write(ArchiveSchema schema, FileLimits limits, List<Object[]> rows) {
    InMemoryOutputFile file = new InMemoryOutputFile(PATH);
    try (DataFileWriter writer = new DataFileWriter(schema, file, limits)) {
      for (Object[] row : rows) {
        writer.write(row);
      }
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toByteArray();
  }

  static InputFile input(byte[] bytes) {
    return new InMemoryInputFile(PATH, bytes);
  }

  static List<Object[]> read(ArchiveSchema schema, InputFile file) {
    List<Object[]> rows = new ArrayList<>();
    new DataFileReader(schema).forEach(file, rows::add);
    return rows;
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Rows of {@link SourceTables#inbox()} in identity order, the same ones at every run. */
  static List<Object[]> inboxRows(int count) {
    Random random = new Random(20_260_102);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] hash = new byte[32];
      random.nextBytes(hash);
      rows.add(
          new Object[] {
            text(i < count / 3 ? "billing" : i < count / 2 ? "ledger" : "risk"),
            text(String.format("%08d", i * 10L)),
            DAY,
            hash,
            text(i % 7 == 0 ? "FAILED" : "DONE"),
            (long) random.nextInt(100),
            i % 5 == 0 ? null : (Object) random.nextLong(),
            (long) (i % 3),
            i % 11 == 0 ? null : (Object) (DAY * 86_400_000_000L + i)
          });
    }
    return rows;
  }

  /** A table with one identity column of the given declaration and an event day. */
  static ArchiveSchema keyed(String declaration) {
    return ArchiveSchema.of(
        SourceTables.dataset("", "id"),
        SourceTables.table("id " + declaration + " not null", "event_day date not null"));
  }

  static Object[] keyedRow(Object id) {
    return new Object[] {id, DAY};
  }

  static boolean sameRow(Object[] left, Object[] right) {
    return Arrays.deepEquals(left, right);
  }
}
