package io.tallykeep.jobs.retention.session;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Renders the key a result set's first columns hold, for messages: {@code id=7, hash=0x00ff}. */
public final class KeyText {
  private KeyText() {}

  /**
   * @param row stands on a row whose first columns are these
   */
  public static String of(ResultSet row, List<Identifier> columns) throws SQLException {
    return of(row, columns, IntStream.rangeClosed(1, columns.size()).boxed().toList());
  }

  /**
   * As {@link #of(ResultSet, List)}, of columns that stand elsewhere.
   *
   * @param numbers the columns' numbers in the result set, from 1
   */
  public static String of(ResultSet row, List<Identifier> columns, List<Integer> numbers)
      throws SQLException {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int number = numbers.get(i);
      String value =
          isBinary(row.getMetaData().getColumnType(number))
              ? "0x" + HexFormat.of().formatHex(row.getBytes(number))
              : row.getString(number);
      parts.add(columns.get(i) + "=" + value);
    }
    return String.join(", ", parts);
  }

  static boolean isBinary(int type) {
    return type == Types.BINARY || type == Types.VARBINARY || type == Types.LONGVARBINARY;
  }
}
