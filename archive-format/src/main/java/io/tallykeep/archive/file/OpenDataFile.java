package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.iceberg.io.InputFile;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.columnindex.RowRanges;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.Type;

/**
 * A data file with its footer read and its schema found to be the expected one. Not thread-safe.
 */
final class OpenDataFile implements AutoCloseable {
  private final ArchiveSchema schema;
  private final ColumnCodec[] codecs;
  private final String path;
  private final ParquetFileReader reader;

  private OpenDataFile(
      ArchiveSchema schema, ColumnCodec[] codecs, String path, ParquetFileReader reader) {
    this.schema = schema;
    this.codecs = codecs;
    this.path = path;
    this.reader = reader;
  }

  /**
   * Opens the file.
   *
   * @throws DataFileException if its footer can't be read or states another schema
   */
  static OpenDataFile open(ArchiveSchema schema, ColumnCodec[] codecs, InputFile file) {
    String path = file.location();
    ParquetFileReader reader =
        Decoding.step(
            path,
            () ->
                new ParquetFileReader(
                    new ParquetInput(file), ParquetSettings.reading(new ZstdCodecs())));
    OpenDataFile open = new OpenDataFile(schema, codecs, path, reader);
    boolean expected = false;
    try {
      Decoding.step(path, open::requireSchema);
      Decoding.step(path, open::requireStatedRows);
      Decoding.step(path, open::requireWholeColumns);
      Decoding.step(path, () -> IndexAgreement.check(schema, open.footer(), file.getLength()));
      expected = true;
      return open;
    } finally {
      if (!expected) {
        open.close();
      }
    }
  }

  private Boolean requireSchema() {
    List<Type> expected = schema.parquet().getFields();
    List<Type> found = footer().getFileMetaData().getSchema().getFields();
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      String want = i < expected.size() ? shown(expected.get(i)) : "no further column";
      String have = i < found.size() ? shown(found.get(i)) : "no further column";
      if (!want.equals(have)) {
        throw damaged(
            "its schema is not the one of table "
                + schema.table()
                + ": column "
                + (i + 1)
                + " is '"
                + have
                + "' instead of '"
                + want
                + "'.");
      }
    }
    return true;
  }

  private Boolean requireStatedRows() {
    String stated =
        footer().getFileMetaData().getKeyValueMetaData().get(ParquetSettings.ROW_GROUPS);
    String found =
        rowGroups().stream()
            .map(group -> String.valueOf(group.getRowCount()))
            .collect(Collectors.joining(","));
    if (stated != null && !stated.equals(found)) {
      throw damaged("its row groups have " + found + " rows, " + stated + " were written.");
    }
    return true;
  }

  private Boolean requireWholeColumns() {
    for (BlockMetaData group : rowGroups()) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        if (chunk.getValueCount() != group.getRowCount()) {
          throw damaged(
              "column "
                  + chunk.getPath()
                  + " states "
                  + chunk.getValueCount()
                  + " values for "
                  + group.getRowCount()
                  + " rows.");
        }
      }
      if (group.getColumns().size() != schema.columns().size()) {
        throw damaged("a row group lacks columns.");
      }
    }
    return true;
  }

  private static String shown(Type field) {
    return field + (field.getId() == null ? " without field id" : "");
  }

  DataFileException damaged(String what) {
    return Decoding.damaged(path, what, null);
  }

  String path() {
    return path;
  }

  ArchiveSchema schema() {
    return schema;
  }

  ParquetMetadata footer() {
    return reader.getFooter();
  }

  List<BlockMetaData> rowGroups() {
    return footer().getBlocks();
  }

  /** The number of rows the footer states. */
  long rowCount() {
    return rowGroups().stream().mapToLong(BlockMetaData::getRowCount).sum();
  }

  PageIndex pageIndex(int rowGroup, int column) throws IOException {
    ColumnChunkMetaData chunk = rowGroups().get(rowGroup).getColumns().get(column);
    return PageIndex.of(
        codecs[column], chunk, reader.readColumnIndex(chunk), reader.readOffsetIndex(chunk));
  }

  Bounds bounds(int rowGroup, int column) {
    return Bounds.of(codecs[column], rowGroups().get(rowGroup).getColumns().get(column));
  }

  RowDecoder read(int rowGroup) throws IOException {
    return decoder(reader.readRowGroup(rowGroup), rowGroups().get(rowGroup).getRowCount());
  }

  /**
   * Reads the rows {@code from} to {@code to}, both inclusive, counted within the row group.
   *
   * @throws IOException also if a column's page index is not in order: pages would be passed over
   */
  RowDecoder read(int rowGroup, long from, long to) throws IOException {
    for (int column = 0; column < codecs.length; column++) {
      pageIndex(rowGroup, column);
    }
    RowRanges rows = RowRanges.builder().addSelectedRange(from, to).build();
    return decoder(reader.readFilteredRowGroup(rowGroup, rows), to - from + 1);
  }

  private RowDecoder decoder(PageReadStore pages, long rows) throws IOException {
    String createdBy = footer().getFileMetaData().getCreatedBy();
    return new RowDecoder(schema.parquet(), codecs, new CheckedPages(pages), createdBy, rows);
  }

  @Override
  public void close() {
    Decoding.step(
        path,
        () -> {
          reader.close();
          return true;
        });
  }
}
