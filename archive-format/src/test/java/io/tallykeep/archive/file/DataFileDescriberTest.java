package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

class DataFileDescriberTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();

  @Test
  void describesTheFileFromItsFooter() {
    List<Object[]> rows = TestFiles.inboxRows(2_500);
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, rows);

    DataFile file = DataFileDescriber.describe(INBOX, io(bytes), TestFiles.PATH, bytes.length);

    assertThat(file.location()).isEqualTo(TestFiles.PATH);
    assertThat(file.format()).isEqualTo(FileFormat.PARQUET);
    assertThat(file.recordCount()).isEqualTo(2_500);
    assertThat(file.fileSizeInBytes()).isEqualTo(bytes.length);
    assertThat(file.partition().get(0, Integer.class)).isEqualTo(TestFiles.DAY);
    assertThat(file.splitOffsets()).containsExactly(4L);
    assertThat(file.sortOrderId()).isEqualTo(INBOX.sortOrder().orderId());
    assertThat(file.valueCounts()).containsEntry(1, 2_500L).containsEntry(9, 2_500L);
    assertThat(file.nullValueCounts()).containsEntry(1, 0L).containsEntry(7, 500L);
    assertThat(text(file.lowerBounds(), 1)).isEqualTo("billing");
    assertThat(text(file.upperBounds(), 1)).isEqualTo("risk");
    assertThat(text(file.lowerBounds(), 2)).isEqualTo("00000000");
    assertThat(text(file.upperBounds(), 2)).isEqualTo("00024990");
  }

  @Test
  void boundsOfIdentityColumnsAreWhole() {
    ArchiveSchema schema = TestFiles.keyed("varchar(400)");
    String longest = "\u00e9".repeat(400);
    byte[] bytes =
        TestFiles.write(
            schema,
            FileLimits.DEFAULT,
            List.of(
                TestFiles.keyedRow(TestFiles.text("a".repeat(300))),
                TestFiles.keyedRow(TestFiles.text(longest))));

    DataFile file = DataFileDescriber.describe(schema, io(bytes), TestFiles.PATH, bytes.length);

    assertThat(text(file.lowerBounds(), 1)).isEqualTo("a".repeat(300));
    assertThat(text(file.upperBounds(), 1)).isEqualTo(longest);
  }

  @Test
  void rowsOfTwoDaysAreRefused() throws Exception {
    List<Object[]> rows = new ArrayList<>(TestFiles.inboxRows(10));
    rows.get(9)[2] = TestFiles.DAY + 3;
    byte[] bytes = ForeignFiles.unchecked(INBOX, rows);

    assertThatThrownBy(
            () -> DataFileDescriber.describe(INBOX, io(bytes), TestFiles.PATH, bytes.length))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            "data file memory:/day/file.parquet: its rows are of several event days, from"
                + " 2026-01-02 to 2026-01-05: one file holds one day.");
  }

  @Test
  void aFileWithoutBoundsOfItsDayIsRefused() throws Exception {
    byte[] bytes = ForeignFiles.withoutStatistics(INBOX, TestFiles.inboxRows(10));

    assertThatThrownBy(
            () -> DataFileDescriber.describe(INBOX, io(bytes), TestFiles.PATH, bytes.length))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("row group 0 does not state its event day.");
  }

  @Test
  void aFileWithoutRowsIsRefused() throws Exception {
    byte[] bytes = ForeignFiles.withoutRows(INBOX);

    assertThatThrownBy(
            () -> DataFileDescriber.describe(INBOX, io(bytes), TestFiles.PATH, bytes.length))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("it has no rows and so no event day.");
  }

  @Test
  void anotherSizeThanTheObjectsIsRefused() {
    byte[] bytes = TestFiles.write(INBOX, FileLimits.DEFAULT, TestFiles.inboxRows(10));

    assertThatThrownBy(
            () -> DataFileDescriber.describe(INBOX, io(bytes), TestFiles.PATH, bytes.length - 1))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining(" bytes instead of " + (bytes.length - 1));
  }

  @Test
  void aMissingFileIsReportedAsMissing() {
    assertThatThrownBy(
            () -> DataFileDescriber.describe(INBOX, new InMemoryFileIO(), "memory:/none", 100))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("there is no such object in the store.");
  }

  private static InMemoryFileIO io(byte[] bytes) {
    InMemoryFileIO io = new InMemoryFileIO();
    io.addFile(TestFiles.PATH, bytes);
    return io;
  }

  private static String text(Map<Integer, ByteBuffer> bounds, int fieldId) {
    ByteBuffer bound = Objects.requireNonNull(bounds.get(fieldId));
    return Conversions.fromByteBuffer(Types.StringType.get(), bound).toString();
  }
}
