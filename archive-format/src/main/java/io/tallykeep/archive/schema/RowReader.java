package io.tallykeep.archive.schema;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Reads archive rows from a result set of a connection that {@code MysqlSource} opened. Stateless
 * and thread-safe.
 */
public final class RowReader {
  private final ArchiveSchema schema;
  private final ArchiveType[] types;
  private final int[] checkedText;
  private final String selectList;

  public RowReader(ArchiveSchema schema) {
    this.schema = schema;
    this.types = schema.columns().stream().map(ArchiveColumn::type).toArray(ArchiveType[]::new);
    this.checkedText = schema.checkedText().keySet().stream().mapToInt(Integer::intValue).toArray();
    this.selectList = selectList(schema);
  }

  private static String selectList(ArchiveSchema schema) {
    StringJoiner list = new StringJoiner(", ");
    for (ArchiveColumn column : schema.columns()) {
      list.add(column.name().quoted());
    }
    for (Map.Entry<Integer, String> checked : schema.checkedText().entrySet()) {
      String name = schema.column(checked.getKey()).name().quoted();
      // The server writes '?' for a character that Unicode lacks; the way back then differs.
      list.add(
          "CAST(CONVERT(CONVERT("
              + name
              + " USING utf8mb4) USING "
              + checked.getValue()
              + ") AS BINARY) <=> CAST("
              + name
              + " AS BINARY)");
    }
    return list.toString();
  }

  /** What to select, in front of anything the caller selects besides. */
  public String selectList() {
    return selectList;
  }

  /**
   * Reads the current row.
   *
   * @return the values in column order, each of its type's {@link ValueKind}, null for NULL
   * @throws UnstorableValueException if a value can't be held; names table, column and identity
   */
  public @Nullable Object[] read(ResultSet row) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      try {
        values[i] = types[i].read(row, i + 1);
      } catch (NotStorableException e) {
        throw unstorable(row, i, e.getMessage());
      }
      if (values[i] == null && schema.column(i).required()) {
        throw unstorable(row, i, "it is NULL, but the column was NOT NULL when it was mapped");
      }
    }
    for (int i = 0; i < checkedText.length; i++) {
      if (!row.getBoolean(types.length + 1 + i)) {
        throw unstorable(
            row,
            checkedText[i],
            "it holds a character that has no unambiguous form in Unicode: correct the value, or"
                + " convert the column to utf8mb4");
      }
    }
    return values;
  }

  private UnstorableValueException unstorable(ResultSet row, int index, @Nullable String why)
      throws SQLException {
    StringJoiner key = new StringJoiner(", ");
    for (int i : schema.identityIndexes()) {
      key.add(schema.column(i).name() + "=" + shown(row, i));
    }
    return new UnstorableValueException(
        schema.table(), schema.column(index).name().value(), key.toString(), String.valueOf(why));
  }

  private String shown(ResultSet row, int index) throws SQLException {
    byte[] raw = row.getBytes(index + 1);
    if (raw == null) {
      return "NULL";
    }
    return types[index] instanceof BinaryType || !TextType.isUtf8(raw)
        ? Hex.of(raw)
        : new String(raw, java.nio.charset.StandardCharsets.UTF_8);
  }
}
