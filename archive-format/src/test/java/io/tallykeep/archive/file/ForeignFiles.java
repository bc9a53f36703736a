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
    return stating(schema.parquet());
  }

  /** A file whose column chunks state no bounds. */
  static byte[] withoutStatistics(ArchiveSchema schema, List<Object[]> rows) throws IOException {
    ParquetProperties properties =
        ParquetProperties.builder()
            .withStatisticsEnabled(false)
            .withPageRowCountLimit(20)
            .withMinRowCountForPageSizeCheck(1)
            .build();
    return write(schema.parquet(), properties, rows(schema, properties, rows));
  }

  /** Rows in any order and of any days, which our own writer refuses. */
  static byte[] unchecked(ArchiveSchema schema, List<Object[]> rows) throws IOException {
    ParquetProperties properties = ParquetSettings.writing(schema, TestFiles.SMALL);
    return write(schema.parquet(), properties, rows(schema, properties, rows));
  }

  /** A file that states another schema than the rows were written with. */
  static byte[] stating(MessageType stated) throws IOException {
    return write(stated, ParquetProperties.builder().build(), group -> {});
  }

  /** Appends row groups to a file. */
  private interface RowGroups {
    void appendTo(ParquetFileWriter parquet) throws IOException;
  }

  private static RowGroups rows(
      ArchiveSchema schema, ParquetProperties properties, List<Object[]> rows) {
    return parquet -> {
      ZstdCodecs compression = new ZstdCodecs();
      RowGroupWriter group =
          new RowGroupWriter(
              schema,
              ColumnCodec.all(schema),
              properties,
              compression,
              schema.identityOf(rows.get(0)));
      rows.forEach(group::write);
      group.flushTo(parquet);
      compression.release();
    };
  }

  private static byte[] write(MessageType stated, ParquetProperties properties, RowGroups groups)
      throws IOException {
    InMemoryOutputFile file = new InMemoryOutputFile(TestFiles.PATH);
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
      groups.appendTo(parquet);
      parquet.end(Map.of());
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
      indexes = file.rowGroups().get(0).getColumns().get(0).getColumnIndexReference().getOffset();
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
