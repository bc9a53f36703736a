package io.tallykeep.archive.schema;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The archive table of one dataset: its columns and what Iceberg and Parquet call them.
 *
 * <p>Field ids follow the column order, from 1. Partitioned by the event day as it stands in the
 * row, sorted by the identity. Immutable and thread-safe.
 */
public final class ArchiveSchema {
  private final Dataset dataset;
  private final TableName table;
  private final List<ArchiveColumn> columns;
  private final List<Integer> identity;
  private final int eventDay;
  private final IdentityRule identityRule;
  private final Map<Integer, String> checkedText;
  private final Schema iceberg;
  private final MessageType parquet;
  private final String fingerprint;

  ArchiveSchema(SchemaParts parts) {
    this.dataset = parts.dataset();
    this.table = parts.table();
    this.columns = List.copyOf(parts.columns());
    this.identity = List.copyOf(parts.identity());
    this.eventDay = parts.eventDay();
    this.identityRule = parts.identityRule();
    this.checkedText = new TreeMap<>(parts.checkedText());
    this.iceberg = icebergSchema(columns);
    this.parquet = parquetSchema(columns);
    this.fingerprint = SchemaFingerprint.of(this);
  }

  /**
   * Maps a table.
   *
   * @throws UnsupportedColumnsException if a column can't be held, the dataset names a column that
   *     is missing, or the identity or event day is not what look-ups can rely on; lists them all
   */
  public static ArchiveSchema of(Dataset dataset, SourceTable table) {
    return new SchemaMapper(dataset, table).map();
  }

  private static Schema icebergSchema(List<ArchiveColumn> columns) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (ArchiveColumn column : columns) {
      fields.add(
          Types.NestedField.builder()
              .withId(column.fieldId())
              .withName(column.name().value())
              .ofType(column.type().iceberg())
              .isOptional(!column.required())
              .withDoc(column.mysqlType())
              .build());
    }
    return new Schema(fields);
  }

  private static MessageType parquetSchema(List<ArchiveColumn> columns) {
    List<Type> fields = new ArrayList<>();
    for (ArchiveColumn column : columns) {
      fields.add(column.type().parquet(column.name().value(), column.fieldId(), column.required()));
    }
    return new MessageType("table", fields);
  }

  public Dataset dataset() {
    return dataset;
  }

  /** The MySQL table that was mapped: the dataset's table or its late table. */
  public TableName table() {
    return table;
  }

  /** All columns in column order; a row holds its values in the same order. */
  public List<ArchiveColumn> columns() {
    return columns;
  }

  public ArchiveColumn column(int index) {
    return columns.get(index);
  }

  public Schema iceberg() {
    return iceberg;
  }

  public PartitionSpec partitionSpec() {
    return PartitionSpec.builderFor(iceberg).identity(columns.get(eventDay).name().value()).build();
  }

  public SortOrder sortOrder() {
    SortOrder.Builder order = SortOrder.builderFor(iceberg);
    for (int index : identity) {
      order.asc(columns.get(index).name().value());
    }
    return order.build();
  }

  public MessageType parquet() {
    return parquet;
  }

  /** The Iceberg table's properties; see {@link ArchiveTableProperties}. */
  public Map<String, String> tableProperties() {
    return ArchiveTableProperties.of(this);
  }

  /**
   * A column's position in a row.
   *
   * @throws IllegalArgumentException if the table has no such column
   */
  public int indexOf(Identifier column) {
    for (int i = 0; i < columns.size(); i++) {
      if (column.sameColumn(columns.get(i).name().value())) {
        return i;
      }
    }
    throw new IllegalArgumentException("table " + table + " has no column " + column + ".");
  }

  /** Where the identity's values stand in a row, in the identity's order. */
  public List<Integer> identityIndexes() {
    return identity;
  }

  public int eventDayIndex() {
    return eventDay;
  }

  public IdentityRule identityRule() {
    return identityRule;
  }

  /**
   * Text columns, with their character set, that may hold what Unicode lacks: read with a check.
   */
  Map<Integer, String> checkedText() {
    return Collections.unmodifiableMap(checkedText);
  }

  /** The identity's values of a row, in the identity's order. */
  public Object[] identityOf(Object[] row) {
    Object[] values = new Object[identity.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[identity.get(i)];
    }
    return values;
  }

  /** Orders two identities as the primary key does; each holds the identity's values in order. */
  public int compareIdentities(Object[] left, Object[] right) {
    for (int i = 0; i < identity.size(); i++) {
      int order = columns.get(identity.get(i)).type().compare(left[i], right[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** An identity for messages: {@code consumer_name=billing, event_id=7f…}. */
  public String describe(Object[] identityValues) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < identityValues.length; i++) {
      ArchiveColumn column = columns.get(identity.get(i));
      text.append(i == 0 ? "" : ", ").append(column.name()).append('=');
      text.append(column.type().text(identityValues[i]));
    }
    return text.toString();
  }

  /**
   * A hash of everything that decides how a file is written and read: columns with field id, name
   * and type, identity, event day. Equal fingerprints mean interchangeable files.
   *
   * @return 64 lower-case hex digits
   */
  public String fingerprint() {
    return fingerprint;
  }
}
