package io.tallykeep.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;

/**
 * Which ranges a look-up by page index would fetch with footer and page indexes in memory: for a
 * miss the page of each identity column, for a hit the page of every column and the dictionaries.
 */
final class PageIndexPlan {
  private record Range(long from, long to) {}

  private final int identityColumns;
  private final List<BlockMetaData> groups = new ArrayList<>();
  private final List<List<OffsetIndex>> pages = new ArrayList<>();

  PageIndexPlan(LayoutFile file) throws IOException {
    this.identityColumns = file.schema().identityIndexes().size();
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new NoCodecs())
            .build();
    try (ParquetFileReader reader =
        new ParquetFileReader(new LocalInputFile(file.path()), options)) {
      for (BlockMetaData group : reader.getFooter().getBlocks()) {
        List<OffsetIndex> columns = new ArrayList<>();
        for (ColumnChunkMetaData chunk : group.getColumns()) {
          columns.add(reader.readOffsetIndex(chunk));
        }
        groups.add(group);
        pages.add(columns);
      }
    }
  }

  /** Average requests and bytes; ranges with less than a gap between them are fetched as one. */
  LayoutFile.Cost cost(LayoutRows rows, LayoutBenchmark.Asked asked, long gapBytes) {
    Random random = new Random(1);
    int count = 1_000;
    long fetches = 0;
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      List<Range> ranges = coalesced(ranges(random.nextInt(rows.count()), asked), gapBytes);
      fetches += ranges.size();
      bytes += ranges.stream().mapToLong(range -> range.to() - range.from()).sum();
    }
    return new LayoutFile.Cost(0, (double) fetches / count, (double) bytes / count);
  }

  private List<Range> ranges(int row, LayoutBenchmark.Asked asked) {
    int group = 0;
    long inGroup = row;
    while (inGroup >= groups.get(group).getRowCount()) {
      inGroup -= groups.get(group).getRowCount();
      group++;
    }
    List<Range> ranges = new ArrayList<>();
    List<OffsetIndex> columns = pages.get(group);
    int needed = asked == LayoutBenchmark.Asked.HITS ? columns.size() : identityColumns;
    for (int column = 0; column < needed; column++) {
      ColumnChunkMetaData chunk = groups.get(group).getColumns().get(column);
      OffsetIndex index = columns.get(column);
      if (chunk.getStartingPos() < chunk.getFirstDataPageOffset()) {
        ranges.add(new Range(chunk.getStartingPos(), chunk.getFirstDataPageOffset()));
      }
      int page = index.getPageCount() - 1;
      while (index.getFirstRowIndex(page) > inGroup) {
        page--;
      }
      long from = index.getOffset(page);
      ranges.add(new Range(from, from + index.getCompressedPageSize(page)));
    }
    return ranges;
  }

  private static List<Range> coalesced(List<Range> ranges, long gapBytes) {
    List<Range> merged = new ArrayList<>();
    for (Range range : ranges) {
      Range last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && range.from() - last.to() <= gapBytes) {
        merged.set(merged.size() - 1, new Range(last.from(), range.to()));
      } else {
        merged.add(range);
      }
    }
    return merged;
  }

  /** Only indexes are read. */
  private static final class NoCodecs implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException("nothing is written.");
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException("no page is read.");
    }

    @Override
    public void release() {}
  }
}
