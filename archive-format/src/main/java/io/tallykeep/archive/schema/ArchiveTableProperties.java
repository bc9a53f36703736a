package io.tallykeep.archive.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.TableProperties;

/**
 * The Iceberg properties of an archive table. They bind other engines too, should one ever compact
 * or append: their files have no sparse index, so look-ups read them by their page index.
 */
final class ArchiveTableProperties {
  /** For other engines' files; a row group is what their writer holds in memory. */
  private static final int ROW_GROUP_BYTES = 32 * 1024 * 1024;

  private ArchiveTableProperties() {}

  static Map<String, String> of(ArchiveSchema schema) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(TableProperties.FORMAT_VERSION, "2");
    properties.put(TableProperties.DEFAULT_FILE_FORMAT, "parquet");
    properties.put(TableProperties.PARQUET_COMPRESSION, "zstd");
    properties.put(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, String.valueOf(ROW_GROUP_BYTES));
    properties.put(TableProperties.PARQUET_PAGE_ROW_LIMIT, "4000");
    properties.put(TableProperties.OBJECT_STORE_ENABLED, "true");
    properties.put(TableProperties.COMMIT_NUM_RETRIES, "0");
    properties.put(TableProperties.DEFAULT_WRITE_METRICS_MODE, "truncate(16)");
    fullMetrics(properties, schema.column(schema.eventDayIndex()));
    for (int index : schema.identityIndexes()) {
      fullMetrics(properties, schema.column(index));
    }
    return Map.copyOf(properties);
  }

  private static void fullMetrics(Map<String, String> properties, ArchiveColumn column) {
    properties.put(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + column.name(), "full");
  }
}
