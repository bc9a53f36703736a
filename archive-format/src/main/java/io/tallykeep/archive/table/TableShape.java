package io.tallykeep.archive.table;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Types.NestedField;

/** What an archive table of a schema must look like: makes a new one, checks an existing one. */
final class TableShape {
  /** The table property that holds {@link ArchiveSchema#fingerprint()}. */
  static final String FINGERPRINT = "tallykeep.schema-fingerprint";

  private static final int FORMAT_VERSION = 2;

  private final ArchiveSchema schema;

  TableShape(ArchiveSchema schema) {
    this.schema = schema;
  }

  /** Where a dataset's table lies in a warehouse. */
  static String location(String warehouse, Dataset dataset) {
    return warehouse + "/" + PointerRow.NAMESPACE + "/" + dataset.name();
  }

  /** Metadata of a new, empty table with exactly the schema's field ids. */
  TableMetadata create(String location) {
    Schema columns = schema.iceberg();
    Map<String, String> properties = new HashMap<>(schema.tableProperties());
    properties.remove(TableProperties.FORMAT_VERSION);
    properties.put(FINGERPRINT, schema.fingerprint());
    // A commit is started over by Tallykeep, never repeated by Iceberg with the same snapshot id.
    properties.put(TableProperties.COMMIT_NUM_RETRIES, "0");
    // No engine removes data files: neither with a dropped table nor as orphans.
    properties.put(TableProperties.GC_ENABLED, "false");
    return TableMetadata.buildFromEmpty(FORMAT_VERSION)
        .setLocation(location)
        .setCurrentSchema(columns, columns.highestFieldId())
        .setDefaultPartitionSpec(schema.partitionSpec())
        .setDefaultSortOrder(schema.sortOrder())
        .setProperties(properties)
        .build();
  }

  /**
   * @throws TableMismatchException if the table differs; names every difference
   */
  void check(TableMetadata metadata) {
    List<String> differences = differences(metadata);
    if (!differences.isEmpty()) {
      throw new TableMismatchException(
          "archive table at "
              + metadata.location()
              + " is not what "
              + schema.table()
              + " maps to: "
              + String.join("; ", differences)
              + ". Undo the change of the source table or of the archive table: until then archived"
              + " days can be neither looked up nor added to.");
    }
  }

  private List<String> differences(TableMetadata metadata) {
    List<String> differences = new ArrayList<>();
    if (metadata.formatVersion() != FORMAT_VERSION) {
      differences.add("format version " + metadata.formatVersion() + " instead of 2");
    }
    columnDifferences(metadata.schema(), differences);
    PartitionSpec spec = schema.partitionSpec();
    if (metadata.specs().size() != 1 || !metadata.spec().compatibleWith(spec)) {
      differences.add("partitioned by " + metadata.specs() + " instead of " + spec);
    }
    SortOrder order = schema.sortOrder();
    if (!metadata.sortOrder().sameOrder(order)) {
      differences.add("sorted by " + metadata.sortOrder() + " instead of " + order);
    }
    String fingerprint = metadata.properties().get(FINGERPRINT);
    if (!schema.fingerprint().equals(fingerprint)) {
      differences.add("schema fingerprint " + fingerprint + " instead of " + schema.fingerprint());
    }
    return differences;
  }

  private void columnDifferences(Schema actual, List<String> differences) {
    Map<Integer, String> want = describe(schema.iceberg());
    Map<Integer, String> have = describe(actual);
    TreeSet<Integer> ids = new TreeSet<>(want.keySet());
    ids.addAll(have.keySet());
    for (int id : ids) {
      String wanted = want.getOrDefault(id, "no column");
      String found = have.getOrDefault(id, "no column");
      if (!wanted.equals(found)) {
        differences.add("field " + id + " is " + found + " instead of " + wanted);
      }
    }
  }

  private static Map<Integer, String> describe(Schema columns) {
    Map<Integer, String> described = new HashMap<>();
    for (NestedField column : columns.columns()) {
      described.put(
          column.fieldId(),
          column.name() + " " + column.type() + (column.isRequired() ? " required" : " optional"));
    }
    return described;
  }
}
