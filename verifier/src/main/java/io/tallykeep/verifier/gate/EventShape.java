package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.SourceColumn;
import io.tallykeep.archive.schema.SourceTable;
import io.tallykeep.verifier.gate.GateRun.Purpose;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether the dataset's tables have the columns that an event gives, and get all they need. That
 * the late table has the inbox's columns is for {@code check} to say.
 */
final class EventShape {
  private EventShape() {}

  /**
   * What the tables can't take, in a sentence for people; empty if nothing is wrong.
   *
   * @param purpose a re-driven event's row is there: it needs no column that it has
   */
  static Optional<String> objection(GateTables tables, GateEvent event, Purpose purpose) {
    return inbox(tables, event)
        .or(() -> purpose == Purpose.APPLY ? inboxLacks(tables, event) : Optional.empty())
        .or(() -> operation(tables, event));
  }

  /** As {@link #objection}, for columns that are set in a row that is there. */
  static Optional<String> objection(GateTables tables, String what, Map<String, Object> columns) {
    return unfit(what, columns, tables.inbox());
  }

  private static Optional<String> inbox(GateTables tables, GateEvent event) {
    SourceTable table = tables.inbox();
    return hash(tables.schema().dataset(), table, event.payloadHash())
        .or(() -> unfit("the event", event.columns(), table))
        .or(
            () ->
                event
                    .deferral()
                    .flatMap(deferral -> unfit("the deferral", deferral.columns(), table)));
  }

  private static Optional<String> inboxLacks(GateTables tables, GateEvent event) {
    Dataset dataset = tables.schema().dataset();
    Map<String, Object> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.putAll(event.columns());
    dataset.identity().forEach(column -> given.put(column.value(), ""));
    given.put(dataset.eventDay().value(), "");
    dataset.payloadHash().ifPresent(column -> given.put(column.value(), ""));
    if (event.operation().isPresent()) {
      dataset
          .businessKey()
          .ifPresent(key -> key.columns().forEach(column -> given.put(column.value(), "")));
    }
    return missing("the event", given, tables.inbox());
  }

  private static Optional<String> operation(GateTables tables, GateEvent event) {
    Optional<BusinessKey> key = tables.schema().dataset().businessKey();
    if (event.operation().isEmpty() || key.isEmpty() || tables.operations().isEmpty()) {
      return Optional.empty();
    }
    GateOperation operation = event.operation().get();
    SourceTable table = tables.operations().get();
    Map<String, Object> given = Columns.merged(operation.columns(), operation.intent());
    key.get().keyColumns().forEach(column -> given.put(column.value(), ""));
    return unfit("the operation", operation.columns(), table)
        .or(() -> unfit("the operation's intent", operation.intent(), table))
        .or(() -> missing("the operation", given, table));
  }

  /** A hash column holds bytes, or their hex. */
  private static Optional<String> hash(Dataset dataset, SourceTable table, byte[] hash) {
    Optional<SourceColumn> column = dataset.payloadHash().flatMap(table::column);
    if (column.isEmpty() || column.get().length().isEmpty()) {
      return Optional.empty();
    }
    boolean text = column.get().collation().isPresent();
    int takes = text ? column.get().length().getAsInt() / 2 : column.get().length().getAsInt();
    String type = column.get().dataType();
    boolean exactly = type.equals("binary") || type.equals("char");
    boolean fits = exactly ? hash.length == takes : hash.length <= takes;
    return fits
        ? Optional.empty()
        : Optional.of(
            "the event's payload hash has "
                + hash.length
                + " bytes, but "
                + table.name()
                + "."
                + column.get().name()
                + ", a "
                + column.get().columnType()
                + ", takes "
                + (exactly ? "" : "at most ")
                + takes
                + ". Give the hash that the table's rows have.");
  }

  /** Columns that the table doesn't have, computes itself or that can't be NULL. */
  private static Optional<String> unfit(
      String what, Map<String, Object> columns, SourceTable table) {
    for (Map.Entry<String, Object> given : columns.entrySet()) {
      Optional<SourceColumn> column = table.column(Identifier.of(given.getKey()));
      String why = "";
      if (column.isEmpty()) {
        why =
            " doesn't have, or the connection's account may not see. It has "
                + table.columns().stream().map(SourceColumn::name).toList()
                + ".";
      } else if (column.get().generated()) {
        why = " computes itself. Leave it out.";
      } else if (given.getValue() == null && !column.get().nullable()) {
        why = " can't hold as NULL. Give it a value.";
      }
      if (!why.isEmpty()) {
        return Optional.of(
            what + " sets column " + given.getKey() + ", which table " + table.name() + why);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> missing(
      String what, Map<String, Object> given, SourceTable table) {
    return table.columns().stream()
        .filter(SourceColumn::required)
        .filter(column -> !given.containsKey(column.name()))
        .findFirst()
        .map(
            column ->
                what
                    + " leaves out column "
                    + column.name()
                    + " of "
                    + table.name()
                    + ", which is NOT NULL and has no default. Give it a value.");
  }
}
