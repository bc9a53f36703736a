package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.parquet.ParquetUtil;

/** Describes a data file for Iceberg from its own footer. */
public final class DataFileDescriber {
  private static final long SPLIT_BYTES = 32L * 1024 * 1024;

  private DataFileDescriber() {}

  /**
   * Reads the footer of a file in the store.
   *
   * @param sizeBytes the object's exact size
   * @return the file with row count, metrics, whole bounds of the identity columns, and the event
   *     day its rows have
   * @throws DataFileException if the file is missing, has no rows, its schema or field ids are not
   *     the expected ones, or its rows have more than one event day
   */
  public static DataFile describe(ArchiveSchema schema, FileIO io, String path, long sizeBytes) {
    InputFile input = Decoding.step(path, () -> io.newInputFile(path, sizeBytes));
    try (OpenDataFile file = OpenDataFile.open(schema, ColumnCodec.all(schema), input)) {
      if (input.getLength() != sizeBytes) {
        throw file.damaged("it has " + input.getLength() + " bytes instead of " + sizeBytes + ".");
      }
      return Decoding.step(path, () -> describe(schema, file, sizeBytes));
    }
  }

  private static DataFile describe(ArchiveSchema schema, OpenDataFile file, long sizeBytes) {
    PartitionSpec spec = schema.partitionSpec();
    PartitionData partition = new PartitionData(spec.partitionType());
    partition.set(0, eventDay(schema, file));
    MetricsConfig config =
        MetricsConfig.from(schema.tableProperties(), schema.iceberg(), schema.sortOrder());
    Metrics metrics = ParquetUtil.footerMetrics(file.footer(), Stream.empty(), config);
    return DataFiles.builder(spec)
        .withPath(file.path())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(sizeBytes)
        .withPartition(partition)
        .withMetrics(metrics)
        .withSplitOffsets(splitOffsets(file))
        .withSortOrder(schema.sortOrder())
        .build();
  }

  /** One place to split at every 32 MiB: row groups are far smaller than a reader's task. */
  private static List<Long> splitOffsets(OpenDataFile file) {
    List<Long> offsets = new ArrayList<>();
    long next = 0;
    for (long offset : ParquetUtil.getSplitOffsets(file.footer())) {
      if (offset >= next) {
        offsets.add(offset);
        next = offset + SPLIT_BYTES;
      }
    }
    return offsets;
  }

  private static Integer eventDay(ArchiveSchema schema, OpenDataFile file) {
    if (file.rowCount() == 0) {
      throw file.damaged("it has no rows and so no event day.");
    }
    Integer day = null;
    for (int group = 0; group < file.rowGroups().size(); group++) {
      Bounds bounds = file.bounds(group, schema.eventDayIndex());
      if (!(bounds.lower() instanceof Integer first) || !(bounds.upper() instanceof Integer last)) {
        throw file.damaged("row group " + group + " does not state its event day.");
      }
      if (!first.equals(last) || (day != null && !day.equals(first))) {
        throw file.damaged(
            "its rows are of several event days, from "
                + LocalDate.ofEpochDay(day == null ? first : Math.min(day, first))
                + " to "
                + LocalDate.ofEpochDay(Math.max(day == null ? last : day, last))
                + ": one file holds one day.");
      }
      day = first;
    }
    return Objects.requireNonNull(day);
  }
}
