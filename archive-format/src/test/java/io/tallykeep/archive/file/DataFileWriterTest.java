package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import io.tallykeep.archive.schema.UnstorableValueException;
import java.time.LocalDate;
import java.util.List;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

class DataFileWriterTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();

  @Test
  void whatIsWrittenIsReadBack() {
    List<Object[]> rows = TestFiles.inboxRows(12_345);

    byte[] bytes = TestFiles.write(INBOX, FileLimits.DEFAULT, rows);

    assertThat(TestFiles.read(INBOX, TestFiles.input(bytes)))
        .usingElementComparator((a, b) -> TestFiles.sameRow(a, b) ? 0 : 1)
        .containsExactlyElementsOf(rows);
  }

  @Test
  void finishReportsSizeDayAndDigest() throws Exception {
    List<Object[]> rows = TestFiles.inboxRows(100);
    RowDigester expected = new RowDigester(INBOX);
    rows.forEach(expected::add);
    InMemoryOutputFile file = new InMemoryOutputFile(TestFiles.PATH);

    WrittenFile written;
    try (DataFileWriter writer = new DataFileWriter(INBOX, file, FileLimits.DEFAULT)) {
      for (Object[] row : rows) {
        writer.write(row);
      }
      assertThat(writer.rowCount()).isEqualTo(100);
      written = writer.finish();
    }

    assertThat(written)
        .isEqualTo(
            new WrittenFile(
                TestFiles.PATH,
                file.toByteArray().length,
                LocalDate.of(2026, 1, 2),
                expected.digest()));
  }

  @Test
  void rowGroupsAndPagesKeepTheirLimits() throws Exception {
    byte[] bytes = TestFiles.write(INBOX, TestFiles.SMALL, TestFiles.inboxRows(2_500));

    try (OpenDataFile file =
        OpenDataFile.open(INBOX, ColumnCodec.all(INBOX), TestFiles.input(bytes))) {
      assertThat(file.rowGroups())
          .extracting(BlockMetaData::getRowCount)
          .containsExactly(1_000L, 1_000L, 500L);
      PageIndex pages = file.pageIndex(0, 1);
      assertThat(pages.pageCount()).isEqualTo(100);
      assertThat(pages.firstRow(99)).isEqualTo(990);
      assertThat(pages.lastRow(99)).isEqualTo(999);
      assertThat((byte[]) pages.bounds(1).lower()).isEqualTo(TestFiles.text("00000100"));
      assertThat((byte[]) pages.bounds(1).upper()).isEqualTo(TestFiles.text("00000190"));
    }
  }

  @Test
  void wideRowsEndARowGroupEarly() throws Exception {
    ArchiveSchema schema =
        ArchiveSchema.of(
            SourceTables.dataset("", "id"),
            SourceTables.table(
                "id bigint not null", "event_day date not null", "payload longblob"));
    java.util.Random random = new java.util.Random(7);
    List<Object[]> rows = new java.util.ArrayList<>();
    for (long id = 0; id < 40; id++) {
      byte[] payload = new byte[400_000];
      random.nextBytes(payload);
      rows.add(new Object[] {id, TestFiles.DAY, payload});
    }

    byte[] bytes = TestFiles.write(schema, new FileLimits(2_000_000, 1_000_000, 4_000), rows);

    try (OpenDataFile file =
        OpenDataFile.open(schema, ColumnCodec.all(schema), TestFiles.input(bytes))) {
      assertThat(file.rowGroups())
          .allSatisfy(
              group -> assertThat(group.getTotalByteSize()).isBetween(1_000_000L, 3_600_000L));
    }
    assertThat(TestFiles.read(schema, TestFiles.input(bytes)))
        .usingElementComparator((a, b) -> TestFiles.sameRow(a, b) ? 0 : 1)
        .containsExactlyElementsOf(rows);
  }

  @Test
  void encodingsFollowTheColumnsUse() {
    byte[] bytes = TestFiles.write(INBOX, FileLimits.DEFAULT, TestFiles.inboxRows(5_000));

    try (OpenDataFile file =
        OpenDataFile.open(INBOX, ColumnCodec.all(INBOX), TestFiles.input(bytes))) {
      List<ColumnChunkMetaData> chunks = file.rowGroups().get(0).getColumns();
      assertThat(chunks.get(0).getEncodings()).contains(Encoding.DELTA_BYTE_ARRAY);
      assertThat(chunks.get(1).getEncodings()).contains(Encoding.DELTA_BYTE_ARRAY);
      assertThat(chunks.get(2).getEncodings()).contains(Encoding.DELTA_BINARY_PACKED);
      assertThat(chunks.get(3).getEncodings()).contains(Encoding.PLAIN);
      assertThat(chunks.get(4).getEncodings()).contains(Encoding.PLAIN_DICTIONARY);
      assertThat(chunks)
          .extracting(ColumnChunkMetaData::getCodec)
          .startsWith(CompressionCodecName.ZSTD, CompressionCodecName.ZSTD)
          .satisfies(
              codec -> assertThat(codec).isEqualTo(CompressionCodecName.UNCOMPRESSED), atIndex(3));
      for (int column = 0; column < chunks.size(); column++) {
        assertThat(chunks.get(column).getBloomFilterOffset() > 0).isEqualTo(column == 1);
      }
    }
  }

  @Test
  void duplicateAndDescendingIdentitiesAreRefused() throws Exception {
    ArchiveSchema schema = TestFiles.keyed("varchar(20)");
    try (DataFileWriter writer = writer(schema)) {
      writer.write(TestFiles.keyedRow(TestFiles.text("b")));

      assertThatThrownBy(() -> writer.write(TestFiles.keyedRow(TestFiles.text("b"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "table payments.inbox, data file memory:/day/file.parquet: row id=b comes after id=b:"
                  + " rows must arrive in strictly ascending identity order.");
    }
    try (DataFileWriter writer = writer(schema)) {
      writer.write(TestFiles.keyedRow(TestFiles.text("b")));

      assertThatThrownBy(() -> writer.write(TestFiles.keyedRow(TestFiles.text("a"))))
          .hasMessageContaining("row id=a comes after id=b");
    }
  }

  @Test
  void bytesAreOrderedUnsignedAndNumbersNumerically() {
    assertThat(
            TestFiles.write(
                TestFiles.keyed("varbinary(4)"),
                FileLimits.DEFAULT,
                List.of(
                    TestFiles.keyedRow(new byte[] {}),
                    TestFiles.keyedRow(new byte[] {0}),
                    TestFiles.keyedRow(new byte[] {0, 0}),
                    TestFiles.keyedRow(new byte[] {0x7F}),
                    TestFiles.keyedRow(new byte[] {(byte) 0x80}),
                    TestFiles.keyedRow(new byte[] {(byte) 0xFF, (byte) 0xFF}))))
        .isNotEmpty();
    assertThat(
            TestFiles.write(
                TestFiles.keyed("bigint"),
                FileLimits.DEFAULT,
                List.of(
                    TestFiles.keyedRow(Long.MIN_VALUE),
                    TestFiles.keyedRow(-1L),
                    TestFiles.keyedRow(9L),
                    TestFiles.keyedRow(10L),
                    TestFiles.keyedRow(Long.MAX_VALUE))))
        .isNotEmpty();
  }

  @Test
  void rowsOfAnotherDayAreRefused() throws Exception {
    try (DataFileWriter writer = writer(TestFiles.keyed("bigint"))) {
      writer.write(TestFiles.keyedRow(1L));

      assertThatThrownBy(() -> writer.write(new Object[] {2L, TestFiles.DAY + 1}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "table payments.inbox, data file memory:/day/file.parquet: row id=2 has event day"
                  + " 2026-01-03, the file has 2026-01-02: one file holds one day.");
    }
  }

  @Test
  void ambiguousIdentitiesAreRefused() throws Exception {
    try (DataFileWriter writer =
        writer(
            ArchiveSchema.of(
                SourceTables.dataset("", "id"),
                SourceTables.table(
                    "id varchar(20) not null collate utf8mb4_bin", "event_day date not null")))) {
      assertThatThrownBy(() -> writer.write(TestFiles.keyedRow(TestFiles.text("a "))))
          .isInstanceOf(UnstorableValueException.class)
          .hasMessage(
              "table payments.inbox, row id=a , column id: it ends in a space, which the column's"
                  + " PAD SPACE collation ignores.");
    }
  }

  @Test
  void nullInARequiredColumnIsRefused() throws Exception {
    Object[] row = TestFiles.inboxRows(1).get(0);
    row[4] = null;
    try (DataFileWriter writer = writer(INBOX)) {
      assertThatThrownBy(() -> writer.write(row))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("table payments.inbox: NULL for column status, NOT NULL.");
    }
  }

  @Test
  void aDecimalOfAnotherScaleIsRefused() throws Exception {
    try (DataFileWriter writer = writer(TestFiles.keyed("decimal(10,2)"))) {
      assertThatThrownBy(() -> writer.write(TestFiles.keyedRow(new java.math.BigDecimal("1.5"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("1.5 for a column of 2 decimals.");
    }
  }

  @Test
  void afterAFailedRowTheFileCanNotBeFinished() throws Exception {
    InMemoryOutputFile file = new InMemoryOutputFile(TestFiles.PATH);
    ArchiveSchema schema = TestFiles.keyed("bigint");
    try (DataFileWriter writer = new DataFileWriter(schema, file, FileLimits.DEFAULT)) {
      writer.write(TestFiles.keyedRow(1L));
      assertThatThrownBy(() -> writer.write(TestFiles.keyedRow(1L))).isNotNull();

      assertThatThrownBy(writer::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("data file memory:/day/file.parquet failed before: abandon it.");
    }
    assertThatThrownBy(() -> TestFiles.read(schema, file.toInputFile()))
        .isInstanceOf(DataFileException.class);
  }

  @Test
  void anAbandonedFileIsNoParquetFile() throws Exception {
    InMemoryOutputFile file = new InMemoryOutputFile(TestFiles.PATH);
    try (DataFileWriter writer = new DataFileWriter(INBOX, file, TestFiles.SMALL)) {
      for (Object[] row : TestFiles.inboxRows(2_500)) {
        writer.write(row);
      }
      assertThat(writer.estimatedBytes()).isPositive();
    }

    assertThat(file.toByteArray()).isNotEmpty();
    assertThatThrownBy(() -> TestFiles.read(INBOX, file.toInputFile()))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("memory:/day/file.parquet");
  }

  @Test
  void aFileWithoutRowsIsNotFinished() throws Exception {
    try (DataFileWriter writer = writer(INBOX)) {
      assertThatThrownBy(writer::finish)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("data file memory:/day/file.parquet has no rows and so no event day.");
    }
  }

  @Test
  void nothingIsOverwritten() throws Exception {
    java.nio.file.Path path = java.nio.file.Files.createTempFile("tallykeep", ".parquet");
    try {
      assertThatThrownBy(
              () ->
                  new DataFileWriter(
                      INBOX,
                      org.apache.iceberg.Files.localOutput(path.toFile()),
                      FileLimits.DEFAULT))
          .isInstanceOf(org.apache.iceberg.exceptions.AlreadyExistsException.class)
          .hasMessageContaining(path.getFileName().toString());
    } finally {
      java.nio.file.Files.delete(path);
    }
  }

  private static DataFileWriter writer(ArchiveSchema schema) throws Exception {
    return new DataFileWriter(schema, new InMemoryOutputFile(TestFiles.PATH), FileLimits.DEFAULT);
  }
}
