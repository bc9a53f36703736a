package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/** Files as our own writer would never make them. */
final class ForeignFiles {
  private ForeignFiles() {}

  /** A whole Parquet file without a row group. */
  static byte[] withoutRows(ArchiveSchema schema) throws IOException {
    return write(schema.parquet(), ParquetProperties.builder().build(), null, schema, List.of());
  }

  /** A file whose column chunks state no bounds. */
  static byte[] withoutStatistics(ArchiveSchema schema, List<Object[]> rows) throws IOException {
    ParquetProperties properties =
        ParquetProperties.builder()
            .withStatisticsEnabled(false)
            .withPageRowCountLimit(20)
            .withMinRowCountForPageSizeCheck(1)
            .build();
    return write(schema.parquet(), properties, ColumnCodec.all(schema), schema, rows);
  }

  /** Rows in any order and of any days, which our own writer refuses. */
  static byte[] unchecked(ArchiveSchema schema, List<Object[]> rows) throws IOException {
    ParquetProperties properties = ParquetSettings.writing(schema, TestFiles.SMALL);
    return write(schema.parquet(), properties, ColumnCodec.all(schema), schema, rows);
  }

  /** A file that states another schema than the rows were written with. */
  static byte[] stating(MessageType stated) throws IOException {
    return write(stated, ParquetProperties.builder().build(), null, null, List.of());
  }

  private static byte[] write(
      MessageType stated,
      ParquetProperties properties,
      ColumnCodec[] codecs,
      ArchiveSchema schema,
      List<Object[]> rows)
      throws IOException {
    InMemoryOutputFile file = new InMemoryOutputFile(TestFiles.PATH);
    ZstdCodecs compression = new ZstdCodecs();
    try (ParquetFileWriter parquet =
        new ParquetFileWriter(
            new ParquetOutput(file),
            stated,
            ParquetFileWriter.Mode.CREATE,
            1 << 20,
            0,
            null,
            properties)) {
      parquet.start();
      if (!rows.isEmpty()) {
        RowGroupWriter group = new RowGroupWriter(schema, codecs, properties, compression);
        rows.forEach(group::write);
        group.flushTo(parquet);
      }
      parquet.end(Map.of());
    } finally {
      compression.release();
    }
    return file.toByteArray();
  }

  /**
   * The file with every bound of {@link TestFiles#inboxRows} event ids, in page index and footer,
   * replaced by eight times the digit.
   */
  static byte[] withBounds(ArchiveSchema schema, byte[] bytes, char digit) {
    byte[] changed = bytes.clone();
    long indexes;
    try (OpenDataFile file =
        OpenDataFile.open(schema, ColumnCodec.all(schema), TestFiles.input(bytes))) {
      indexes =
          file.rowGroups().get(0).getColumns().get(0).getColumnIndexReference().getOffset();
    }
    byte[] eight = String.valueOf(digit).repeat(8).getBytes(StandardCharsets.US_ASCII);
    int digits = 0;
    for (int i = (int) indexes; i < changed.length; i++) {
      digits = changed[i] >= '0' && changed[i] <= '9' ? digits + 1 : 0;
      if (digits == 8) {
        System.arraycopy(eight, 0, changed, i - 7, 8);
        digits = 0;
      }
    }
    return changed;
  }
}
