package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.format.BloomFilterAlgorithm;
import org.apache.parquet.format.BloomFilterCompression;
import org.apache.parquet.format.BloomFilterHash;
import org.apache.parquet.format.BloomFilterHeader;
import org.apache.parquet.format.SplitBlockAlgorithm;
import org.apache.parquet.format.Uncompressed;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.XxHash;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Collects the row groups of a file and makes the footer's entry. Not thread-safe. */
final class SparseIndexBuilder {
  private final ArchiveSchema schema;
  private final ByteArrayOutputStream head = new ByteArrayOutputStream();
  private final ByteArrayOutputStream groups = new ByteArrayOutputStream();
  private int groupCount;
  private byte[] previous = new byte[0];

  SparseIndexBuilder(ArchiveSchema schema, ParquetProperties properties) {
    this.schema = schema;
    head.write(SparseIndexEntry.VERSION);
    head.writeBytes(HexFormat.of().parseHex(schema.fingerprint()));
    VarInts.write(head, schema.columns().size());
    for (ColumnDescriptor column : schema.parquet().getColumns()) {
      boolean stored = properties.getColumnCodec(column) == CompressionCodecName.UNCOMPRESSED;
      head.write(stored ? SparseIndexEntry.STORED : SparseIndexEntry.ZSTD);
    }
  }

  void add(RowGroupWriter group, long lengthBytes, int filterBytes) throws IOException {
    byte[] key = SortKey.of(schema, group.firstIdentity());
    int shared = 0;
    if (groupCount % SparseIndex.RESTART != 0) {
      shared = Math.max(0, Arrays.mismatch(previous, key));
    }
    VarInts.write(groups, group.rowCount());
    VarInts.write(groups, Math.toIntExact(lengthBytes));
    VarInts.write(groups, filterBytes / FilterProbe.BLOCK_BYTES);
    if (filterBytes > 0) {
      VarInts.write(groups, filterHeaderBytes(filterBytes));
    }
    VarInts.write(groups, shared);
    VarInts.write(groups, key.length - shared);
    groups.write(key, shared, key.length - shared);
    previous = key;
    groupCount++;
  }

  private static int filterHeaderBytes(int filterBytes) throws IOException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    Util.writeBloomFilterHeader(
        new BloomFilterHeader(
            filterBytes,
            BloomFilterAlgorithm.BLOCK(new SplitBlockAlgorithm()),
            BloomFilterHash.XXHASH(new XxHash()),
            BloomFilterCompression.UNCOMPRESSED(new Uncompressed())),
        header);
    return header.size();
  }

  /** The entry's text. */
  String entry() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toByteArray());
    VarInts.write(all, groupCount);
    all.writeBytes(groups.toByteArray());
    all.writeBytes(SparseIndexEntry.checksum(all.toByteArray(), all.size()));
    return Base64.getEncoder().encodeToString(all.toByteArray());
  }
}
