package io.tallykeep.jobs.retention.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceTable;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.junit.jupiter.api.Test;

class DayFilesTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);
  private static final int PAYLOAD_BYTES = 4_096;
  private static final int QUARTER = 4_096;
  private static final long SEED = 20_260_301;
  private static final CopyBounds BOUNDS = new CopyBounds(1_000, 8L << 20, 512L << 20);

  private final Random random = new Random(SEED);

  /** Rows come interleaved: one of every day, then the next of every day. */
  @Test
  void openFilesHoldAboutTheirBoundHoweverManyRowsThereAre() throws IOException {
    int days = BOUNDS.daysAtOnce();
    int rows = 4 * QUARTER;
    List<WrittenFile> written;
    List<Long> heldMib = new ArrayList<>();
    long before = usedBytes();
    try (DayFiles files = new DayFiles(schema(), Discarded::new, days, BOUNDS)) {
      for (int row = 1; row <= rows; row++) {
        files.write(row(row, row % days));
        if (row % QUARTER == 0) {
          heldMib.add((usedBytes() - before) >> 20);
        }
      }
      written = files.finish();
    }
    assertThat(heldMib)
        .as("MiB held after each quarter of %d MiB, seed %d", (rows * PAYLOAD_BYTES) >> 20, SEED)
        .allMatch(held -> held <= (3 * BOUNDS.writerMemoryBytes()) >> 20);
    assertThat(written).extracting(WrittenFile::eventDay).doesNotHaveDuplicates().hasSize(days);
    assertThat(written).allMatch(file -> file.digest().rowCount() == rows / days);
  }

  @Test
  void aFileIsFinishedAtAboutTheConfiguredSizeAndAnotherBegun() throws IOException {
    CopyBounds small = new CopyBounds(1_000, 8L << 20, 4L << 20);
    List<WrittenFile> written;
    try (DayFiles files = new DayFiles(schema(), Discarded::new, 1, small)) {
      for (int row = 0; row < 2 * 4_096 + 1; row++) {
        files.write(row(row, 0));
      }
      written = files.finish();
    }
    assertThat(written)
        .extracting(file -> file.digest().rowCount())
        .containsExactly(4_096L, 4_096L, 1L);
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private Object[] row(int number, int day) {
    byte[] payload = new byte[PAYLOAD_BYTES];
    random.nextBytes(payload);
    return new Object[] {(long) number, (int) FIRST.plusDays(day).toEpochDay(), payload};
  }

  private static ArchiveSchema schema() {
    Dataset dataset =
        new Dataset(
            "inbox",
            0,
            TableName.parse("pay.inbox"),
            TableName.parse("ctl.late_inbox"),
            List.of(Identifier.of("id")),
            Identifier.of("day"),
            EventDayOrigin.EVENT_TIME,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    List<SourceColumn> columns = new ArrayList<>();
    columns.add(column("id", "bigint", "bigint", OptionalInt.empty()));
    columns.add(column("day", "date", "date", OptionalInt.empty()));
    columns.add(column("payload", "varbinary", "varbinary(5000)", OptionalInt.of(5_000)));
    return ArchiveSchema.of(
        dataset, new SourceTable(dataset.table(), "InnoDB", columns, List.of()));
  }

  private static SourceColumn column(String name, String type, String full, OptionalInt length) {
    return new SourceColumn(
        name,
        1,
        type,
        full,
        false,
        length,
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        false,
        false);
  }

  /** A file whose bytes are counted and thrown away. */
  private record Discarded(LocalDate day) implements OutputFile {
    @Override
    public PositionOutputStream create() {
      return new PositionOutputStream() {
        private long position;

        @Override
        public long getPos() {
          return position;
        }

        @Override
        public void write(int b) {
          position++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
          position += length;
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      return create();
    }

    @Override
    public String location() {
      return "discarded/" + day;
    }

    @Override
    public InputFile toInputFile() {
      throw new UnsupportedOperationException("discarded");
    }
  }
}
