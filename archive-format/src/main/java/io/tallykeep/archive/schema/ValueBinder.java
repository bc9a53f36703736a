package io.tallykeep.archive.schema;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * Binds an archive value as a statement's parameter, in the form that lets MySQL use the column's
 * index: text as text, since a binary string would be compared without it.
 */
public final class ValueBinder {
  private ValueBinder() {}

  /** Binds a value of the given type; null binds NULL. */
  public static void bind(
      PreparedStatement statement, int parameter, ArchiveType type, @Nullable Object value)
      throws SQLException {
    if (value == null) {
      statement.setNull(parameter, Types.NULL);
    } else {
      type.bind(statement, parameter, value);
    }
  }
}
