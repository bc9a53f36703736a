package io.tallykeep.verifier.gate;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Columns with the values to bind for them, in order: for one INSERT, or a SET and a WHERE. */
final class RowWriter {
  private final List<Identifier> columns = new ArrayList<>();
  private final List<Binder> binders = new ArrayList<>();

  /** Binds one value as a statement's parameter. */
  @FunctionalInterface
  interface Binder {
    void bind(PreparedStatement statement, int parameter) throws SQLException;
  }

  RowWriter with(Identifier column, Binder binder) {
    columns.add(column);
    binders.add(binder);
    return this;
  }

  RowWriter with(Identifier column, String text) {
    return with(column, (statement, parameter) -> statement.setString(parameter, text));
  }

  RowWriter with(Map<String, Object> values) {
    values.forEach(
        (name, value) ->
            with(
                Identifier.of(name),
                (statement, parameter) -> statement.setObject(parameter, value)));
    return this;
  }

  boolean isEmpty() {
    return columns.isEmpty();
  }

  /** {@code `a` = ?, `b` = ?}, joined as asked. */
  String equations(String separator) {
    return columns.stream()
        .map(column -> column.quoted() + " = ?")
        .collect(Collectors.joining(separator));
  }

  /**
   * Binds all values.
   *
   * @return the number of the first parameter after them
   */
  int bind(PreparedStatement statement, int first) throws SQLException {
    int parameter = first;
    for (Binder binder : binders) {
      binder.bind(statement, parameter++);
    }
    return parameter;
  }

  /** Inserts one row. */
  void insert(Connection connection, TableName table) throws SQLException {
    String sql =
        "INSERT INTO "
            + table.quoted()
            + " ("
            + columns.stream().map(Identifier::quoted).collect(Collectors.joining(", "))
            + ") VALUES (?"
            + ", ?".repeat(columns.size() - 1)
            + ")";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, 1);
      statement.executeUpdate();
    }
  }
}
