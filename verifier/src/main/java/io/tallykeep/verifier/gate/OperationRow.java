package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.BinaryType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The row of one operation in the table of business keys. */
final class OperationRow {
  private final BusinessKey businessKey;
  private final GateOperation operation;
  private final List<ArchiveColumn> sharedResult;

  OperationRow(BusinessKey businessKey, GateOperation operation, List<ArchiveColumn> sharedResult) {
    this.businessKey = businessKey;
    this.operation = operation;
    this.sharedResult = sharedResult;
  }

  /**
   * What is on record.
   *
   * @param exact whether the row's key equals the operation's in every character; otherwise the
   *     table's collation calls two keys equal
   * @param status the operation's status; empty for NULL
   * @param sameIntent whether every column of the intent is the same
   * @param intent the recorded intent, for people
   * @param result the result columns the table shares with the inbox: bytes where the inbox holds
   *     bytes, else text
   */
  record Found(
      boolean exact,
      Optional<String> status,
      boolean sameIntent,
      String intent,
      Map<String, Optional<Object>> result) {}

  private RowWriter keyColumns() {
    RowWriter columns = new RowWriter();
    for (int i = 0; i < businessKey.keyColumns().size(); i++) {
      columns.with(businessKey.keyColumns().get(i), operation.key().get(i));
    }
    return columns;
  }

  /**
   * Reads the operation's row, if it is there, and keeps it from being changed. Waits for a
   * transaction that has inserted it and not ended yet.
   */
  Optional<Found> find(Connection connection) throws SQLException {
    RowWriter key = keyColumns();
    List<Identifier> columns =
        Stream.of(
                businessKey.keyColumns(),
                List.of(businessKey.statusColumn()),
                businessKey.intent(),
                sharedResult.stream().map(ArchiveColumn::name).toList())
            .flatMap(List::stream)
            .toList();
    String sql =
        "SELECT "
            + columns.stream().map(Identifier::quoted).collect(Collectors.joining(", "))
            + " FROM "
            + businessKey.table().quoted()
            + " WHERE "
            + key.equations(" AND ")
            + " FOR SHARE";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      key.bind(statement, 1);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(found(row)) : Optional.empty();
      }
    }
  }

  private Found found(ResultSet row) throws SQLException {
    int at = 1;
    boolean exact = true;
    for (String text : operation.key()) {
      exact &= text.equals(row.getString(at++));
    }
    Optional<String> status = Optional.ofNullable(row.getString(at++));
    boolean same = true;
    List<String> intent = new ArrayList<>();
    for (Identifier column : businessKey.intent()) {
      Intent value = Intent.read(row, at++, operation.intent().get(column.value()));
      same &= value.same();
      intent.add(column + "=" + value.recorded());
    }
    Map<String, Optional<Object>> result = new LinkedHashMap<>();
    for (ArchiveColumn column : sharedResult) {
      Object value = column.type() instanceof BinaryType ? row.getBytes(at++) : row.getString(at++);
      result.put(column.name().value(), Optional.ofNullable(value));
    }
    return new Found(exact, status, same, String.join(", ", intent), result);
  }

  /**
   * Inserts the operation.
   *
   * @throws SQLException 1062 if somebody else has done so meanwhile
   */
  void insert(Connection connection) throws SQLException {
    keyColumns()
        .with(operation.intent())
        .with(operation.columns())
        .insert(connection, businessKey.table());
  }

  /** Keeps the result of the effect for the events that come with the same operation. */
  void keepResult(Connection connection, Map<String, Object> inboxColumns) throws SQLException {
    RowWriter values = new RowWriter();
    for (ArchiveColumn column : sharedResult) {
      String name = column.name().value();
      boolean ownedByOperation =
          operation.intent().containsKey(name) || businessKey.statusColumn().sameColumn(name);
      if (!ownedByOperation && inboxColumns.containsKey(name)) {
        values.with(
            column.name(),
            (statement, parameter) -> statement.setObject(parameter, inboxColumns.get(name)));
      }
    }
    if (values.isEmpty()) {
      return;
    }
    RowWriter key = keyColumns();
    String sql =
        "UPDATE "
            + businessKey.table().quoted()
            + " SET "
            + values.equations(", ")
            + " WHERE "
            + key.equations(" AND ");
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      key.bind(statement, values.bind(statement, 1));
      statement.executeUpdate();
    }
  }

  /** The offered intent, for people, in the form of {@link Found#intent}. */
  String offeredIntent() {
    return businessKey.intent().stream()
        .map(column -> column + "=" + Intent.text(operation.intent().get(column.value())))
        .collect(Collectors.joining(", "));
  }

  /** The operation's key, for people: {@code tenant_id=t1, operation_type=PAY, operation_id=7}. */
  String describeKey() {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < operation.key().size(); i++) {
      parts.add(businessKey.keyColumns().get(i) + "=" + operation.key().get(i));
    }
    return String.join(", ", parts);
  }
}
