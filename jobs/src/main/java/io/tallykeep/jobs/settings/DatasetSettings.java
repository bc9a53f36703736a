package io.tallykeep.jobs.settings;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.dataset.TableName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.datasets.NAME}: one retained table.
 *
 * @param table {@code schema.table}
 * @param identity the columns that make two rows the same event, in the order of their key
 * @param eventDay the DATE column the table is partitioned by
 * @param eventDayOrigin event-time, uuid-v7 or ulid
 * @param payloadHash the column with the payload's hash; empty if there is none
 * @param result the columns a duplicate's answer returns
 * @param liveRows which rows are not done yet
 * @param businessKey the business key of a row
 * @param windows how long rows stay where
 */
public record DatasetSettings(
    @DefaultValue("") String table,
    @DefaultValue List<String> identity,
    @DefaultValue("") String eventDay,
    @DefaultValue("event-time") EventDayOrigin eventDayOrigin,
    @DefaultValue("") String payloadHash,
    @DefaultValue List<String> result,
    @Nullable LiveRowsSettings liveRows,
    @Nullable BusinessKeySettings businessKey,
    @DefaultValue WindowsSettings windows) {

  /**
   * {@code live-rows}: rows still being worked on.
   *
   * @param column the state column
   * @param values its values that mean the row is not done
   */
  public record LiveRowsSettings(
      @DefaultValue("") String column, @DefaultValue Set<String> values) {}

  /**
   * {@code business-key}: where the long-lived key of a row is kept.
   *
   * @param columns the dataset's columns that hold the key
   * @param table the table of business keys
   * @param keyColumns that table's key columns, in the same order
   * @param statusColumn that table's status column
   * @param undecided the status values that keep a row online
   * @param intent that table's columns that must be equal in two requests of one key; compared by
   *     the gate
   */
  public record BusinessKeySettings(
      @DefaultValue List<String> columns,
      @DefaultValue("") String table,
      @DefaultValue List<String> keyColumns,
      @DefaultValue("") String statusColumn,
      @DefaultValue Set<String> undecided,
      @DefaultValue List<String> intent) {}

  /**
   * {@code windows}, all in days.
   *
   * @param onlineDays a row stays in MySQL at least this long after its event day
   * @param slackDays the guard's trigger calls a day old this much earlier; at least 3
   * @param holdDays a proven partition stays online this much longer
   * @param identityDays an event can be looked up this long, online and archived together
   * @param provisionDays partitions are created this far ahead
   */
  public record WindowsSettings(
      @DefaultValue("7") int onlineDays,
      @DefaultValue("3") int slackDays,
      @DefaultValue("2") int holdDays,
      @DefaultValue("90") int identityDays,
      @DefaultValue("7") int provisionDays) {}

  /**
   * The dataset these settings describe.
   *
   * @param name the dataset's name
   * @param controlSchema the schema its late table lives in
   * @throws IllegalArgumentException if a name is missing or can't be used
   */
  public Dataset toDataset(String name, Identifier controlSchema) {
    return new Dataset(
        name,
        0,
        TableName.parse(table),
        new TableName(controlSchema, Identifier.of("late_" + name)),
        identifiers(identity),
        Identifier.of(eventDay),
        eventDayOrigin,
        payloadHash.isEmpty() ? Optional.empty() : Optional.of(Identifier.of(payloadHash)),
        identifiers(result),
        Optional.ofNullable(liveRows)
            .map(live -> new LiveRows(Identifier.of(live.column()), live.values())),
        Optional.ofNullable(businessKey).map(DatasetSettings::toBusinessKey));
  }

  private static BusinessKey toBusinessKey(BusinessKeySettings key) {
    return new BusinessKey(
        identifiers(key.columns()),
        TableName.parse(key.table()),
        identifiers(key.keyColumns()),
        Identifier.of(key.statusColumn()),
        key.undecided(),
        identifiers(key.intent()));
  }

  private static List<Identifier> identifiers(List<String> names) {
    return names.stream().map(Identifier::of).toList();
  }
}
