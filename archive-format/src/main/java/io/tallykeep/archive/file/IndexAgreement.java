package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * Compares a file's sparse index with the rest of its footer. Scans go by the footer, look-ups by
 * the index: who has scanned a file whose two agree has read what look-ups will read.
 */
final class IndexAgreement {
  private final SparseIndex index;
  private final int filterColumn;

  private IndexAgreement(SparseIndex index, int filterColumn) {
    this.index = index;
    this.filterColumn = filterColumn;
  }

  /**
   * Checks a footer; one without sparse index is in order.
   *
   * @return how many row groups were compared
   * @throws IOException if the two differ
   * @throws IllegalStateException if the index contradicts itself
   */
  static int check(ArchiveSchema schema, ParquetMetadata footer, long fileBytes)
      throws IOException {
    String entry = footer.getFileMetaData().getKeyValueMetaData().get(ParquetSettings.SPARSE_INDEX);
    if (entry == null) {
      return 0;
    }
    List<BlockMetaData> groups = footer.getBlocks();
    int filterColumn = FilterProbe.column(schema);
    long rows = groups.stream().mapToLong(BlockMetaData::getRowCount).sum();
    SparseIndex index =
        SparseIndexEntry.read(schema, entry, filtersEnd(groups, filterColumn, fileBytes), rows);
    require(index.groupCount() == groups.size(), "has " + index.groupCount() + " row groups");
    IndexAgreement agreement = new IndexAgreement(index, filterColumn);
    for (int group = 0; group < groups.size(); group++) {
      agreement.compare(group, groups.get(group));
    }
    return groups.size();
  }

  private static long filtersEnd(List<BlockMetaData> groups, int column, long fileBytes) {
    return groups.stream()
        .map(group -> group.getColumns().get(column))
        .filter(chunk -> chunk.getBloomFilterOffset() > 0)
        .mapToLong(chunk -> chunk.getBloomFilterOffset() + chunk.getBloomFilterLength())
        .max()
        .orElse(fileBytes);
  }

  private void compare(int group, BlockMetaData stated) throws IOException {
    long place = index.from(group);
    require(stated.getRowCount() == index.rowCount(group), "has other rows in group " + group);
    for (int column = 0; column < index.columnCount(); column++) {
      ColumnChunkMetaData chunk = stated.getColumns().get(column);
      require(chunk.getStartingPos() == place, "has another place for " + chunk.getPath());
      place += chunk.getTotalSize();
      boolean stored = chunk.getCodec() == CompressionCodecName.UNCOMPRESSED;
      require(
          stored == (index.codec(column) == SparseIndexEntry.STORED),
          "has another codec for " + chunk.getPath());
    }
    require(
        place == index.from(group) + index.lengthBytes(group),
        "has another length of row group " + group);
    ColumnChunkMetaData filtered = stated.getColumns().get(filterColumn);
    boolean stands = filtered.getBloomFilterOffset() > 0;
    long end = filtered.getBloomFilterOffset() + filtered.getBloomFilterLength();
    require(
        stands
            ? end == index.filterFrom(group) + index.filterBytes(group)
            : index.filterBytes(group) == 0,
        "has another filter of row group " + group);
  }

  private static void require(boolean holds, String otherwise) throws IOException {
    if (!holds) {
      throw new IOException("its sparse index " + otherwise + " than its footer");
    }
  }
}
