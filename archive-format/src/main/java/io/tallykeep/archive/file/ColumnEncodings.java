package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.HashSet;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.factory.DefaultV1ValuesWriterFactory;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;

/**
 * Chooses each column's encoding: integers and times by their differences, sorted text by what it
 * shares with the value before, other text by dictionary as long as it stays small, fixed-length
 * bytes as they are.
 */
final class ColumnEncodings implements ValuesWriterFactory {
  private final Set<String> sorted = new HashSet<>();
  private final ValuesWriterFactory plainOrDictionary = new DefaultV1ValuesWriterFactory();
  private ParquetProperties properties = ParquetProperties.builder().build();

  ColumnEncodings(ArchiveSchema schema) {
    for (int index : schema.identityIndexes()) {
      sorted.add(schema.column(index).name().value());
    }
  }

  @Override
  public void initialize(ParquetProperties writerProperties) {
    this.properties = writerProperties;
    plainOrDictionary.initialize(writerProperties);
  }

  @Override
  public ValuesWriter newValuesWriter(ColumnDescriptor column) {
    int slab = properties.getInitialSlabSize();
    int page = properties.getPageSizeThreshold();
    return switch (column.getPrimitiveType().getPrimitiveTypeName()) {
      case INT32 ->
          new DeltaBinaryPackingValuesWriterForInteger(slab, page, properties.getAllocator());
      case INT64 ->
          new DeltaBinaryPackingValuesWriterForLong(slab, page, properties.getAllocator());
      case BINARY ->
          sorted.contains(column.getPath()[0])
              ? new DeltaByteArrayWriter(slab, page, properties.getAllocator())
              : plainOrDictionary.newValuesWriter(column);
      default -> plainOrDictionary.newValuesWriter(column);
    };
  }
}
