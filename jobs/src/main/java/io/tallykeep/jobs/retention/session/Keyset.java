package io.tallykeep.jobs.retention.session;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Pages in the order of a key. The condition that a page begins after a key is an expanded OR: for
 * a row constructor MySQL 8.0 reads the whole index up to it.
 *
 * @param columns the key's columns, in its order
 */
public record Keyset(List<Identifier> columns) {
  public Keyset {
    columns = List.copyOf(columns);
  }

  /** The columns as a list, to select or to order by. */
  public String list() {
    return columns.stream().map(Identifier::quoted).collect(Collectors.joining(", "));
  }

  /** {@code (a > ?) OR (a = ? AND b > ?)}: the rows after a key. */
  public String isAfter() {
    List<String> cases = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String equalBefore =
          columns.subList(0, i).stream()
              .map(column -> column.quoted() + " = ? AND ")
              .collect(Collectors.joining());
      cases.add("(" + equalBefore + columns.get(i).quoted() + " > ?)");
    }
    return String.join(" OR ", cases);
  }

  /** The values {@link #isAfter} takes. */
  public List<Object> valuesAfter(List<Object> key) {
    List<Object> values = new ArrayList<>();
    for (int i = 1; i <= key.size(); i++) {
      values.addAll(key.subList(0, i));
    }
    return values;
  }

  /**
   * The key of a row, in a form that {@link #isAfter} takes back.
   *
   * @param row stands on a row
   * @param numbers where the key's columns stand in it, from 1
   */
  public List<Object> key(ResultSet row, List<Integer> numbers) throws SQLException {
    List<Object> key = new ArrayList<>();
    for (int number : numbers) {
      key.add(
          switch (row.getMetaData().getColumnType(number)) {
            case Types.BINARY, Types.VARBINARY -> row.getBytes(number);
            case Types.DATE, Types.TIMESTAMP, Types.CHAR, Types.VARCHAR -> row.getString(number);
            default -> row.getObject(number);
          });
    }
    return key;
  }
}
