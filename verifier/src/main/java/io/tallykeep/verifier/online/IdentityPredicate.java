package io.tallykeep.verifier.online;

import io.tallykeep.archive.schema.ArchiveColumn;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.ArchiveType;
import io.tallykeep.archive.schema.DateTimeType;
import io.tallykeep.archive.schema.TimestampType;
import io.tallykeep.archive.schema.ValueBinder;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The condition that picks the rows of one identity: every identity column equal to a bound value.
 * The columns have binary collations, so that equal means equal bytes.
 */
final class IdentityPredicate {
  private final List<ArchiveColumn> columns;

  IdentityPredicate(ArchiveSchema schema) {
    this.columns = schema.identityIndexes().stream().map(schema::column).toList();
  }

  /** {@code `consumer_name` = ? AND `event_id` = ?}. */
  String sql() {
    return columns.stream()
        .map(column -> column.name().quoted() + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  /**
   * Binds the values from parameter 1 on.
   *
   * @param identity the identity's values in its order, in the form that rows hold them
   * @return the number of the first parameter after them
   */
  int bind(PreparedStatement statement, Object[] identity) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      bind(statement, i + 1, columns.get(i), identity[i]);
    }
    return columns.size() + 1;
  }

  private static void bind(
      PreparedStatement statement, int parameter, ArchiveColumn column, Object value)
      throws SQLException {
    ArchiveType type = column.type();
    if (type instanceof DateTimeType || type instanceof TimestampType) {
      throw new IllegalArgumentException(
          "identity column "
              + column.name()
              + " is a "
              + column.mysqlType()
              + ": a time of day is not looked up, since it can be rounded on the way.");
    }
    ValueBinder.bind(statement, parameter, type, value);
  }
}
