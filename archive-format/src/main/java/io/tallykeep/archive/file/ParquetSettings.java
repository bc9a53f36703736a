package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.TextType;
import io.tallykeep.archive.schema.ValueKind;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The Parquet settings of archive files; docs/archive-format.md says why each is as it is. */
final class ParquetSettings {
  /**
   * The footer's own entry with the row count of each row group, joined by commas. A footer has no
   * checksum; a number of rows that is damaged there could hide some.
   */
  static final String ROW_GROUPS = "tallykeep.row-groups";

  /**
   * The footer's own entry with the last part of the file's path, which no other file has: another
   * file of the same table, put in its place, is as sound as it was.
   */
  static final String FILE_NAME = "tallykeep.file-name";

  /** The footer's own entry with the {@link SparseIndex}. */
  static final String SPARSE_INDEX = "tallykeep.sparse-index";

  private static final int PAGE_BYTES = 1024 * 1024;

  /** A reader of one row fetches the dictionary too, so it stays well below one request. */
  private static final int DICTIONARY_BYTES = 64 * 1024;

  /** InnoDB's longest key, so that the bounds of an identity column are never cut. */
  private static final int BOUND_BYTES = 3_072;

  /** Keys and numbers are packed already: a higher level finds false matches and grows them. */
  private static final int FAST_LEVEL = 1;

  private ParquetSettings() {}

  /** The last part of a path. */
  static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  static ParquetProperties writing(ArchiveSchema schema, FileLimits limits) {
    ParquetProperties.Builder settings =
        ParquetProperties.builder()
            .withWriterVersion(WriterVersion.PARQUET_1_0)
            .withValuesWriterFactory(new ColumnEncodings(schema))
            .withPageSize(PAGE_BYTES)
            .withPageRowCountLimit(limits.pageRows())
            .withMinRowCountForPageSizeCheck(1)
            .withDictionaryPageSize(DICTIONARY_BYTES)
            .withDictionaryEncoding(false)
            .withColumnIndexTruncateLength(BOUND_BYTES)
            .withStatisticsTruncateLength(Integer.MAX_VALUE)
            .withSizeStatisticsEnabled(false)
            .withBloomFilterEnabled(false)
            .withPageWriteChecksumEnabled(true);
    for (int i = 0; i < schema.columns().size(); i++) {
      ArchiveColumn column = schema.column(i);
      String name = column.name().value();
      boolean identity = schema.identityIndexes().contains(i);
      if (!identity && column.type().kind() == ValueKind.BYTES) {
        settings.withStatisticsEnabled(name, false);
      }
      if (isPayloadHash(schema, column)) {
        settings.withCompressionCodec(name, CompressionCodecName.UNCOMPRESSED);
      } else if (identity || column.type().kind() != ValueKind.BYTES) {
        settings.withCompressionLevel(name, FAST_LEVEL);
      } else if (column.type() instanceof TextType) {
        settings.withDictionaryEncoding(name, true);
      }
    }
    return settings.build();
  }

  /** A hash does not compress: trying costs time on both sides. */
  private static boolean isPayloadHash(ArchiveSchema schema, ArchiveColumn column) {
    return schema
        .dataset()
        .payloadHash()
        .filter(hash -> hash.sameColumn(column.name().value()))
        .isPresent();
  }

  static ParquetReadOptions reading(ZstdCodecs codecs) {
    return ParquetReadOptions.builder(new PlainParquetConfiguration())
        .withCodecFactory(codecs)
        .usePageChecksumVerification()
        .useStatsFilter(false)
        .useDictionaryFilter(false)
        .useBloomFilter(false)
        .useColumnIndexFilter(false)
        .useRecordFilter(false)
        .withUseHadoopVectoredIo(false)
        .build();
  }
}
