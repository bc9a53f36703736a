package io.tallykeep.jobs.retention.session;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Renders the key a result set's first columns hold, for messages: {@code id=7, hash=0x00ff}. */
public final class KeyText {
  private KeyText() {}

  /**
   * @param row stands on a row whose first columns are these
   */
  public static String of(ResultSet row, List<Identifier> columns) throws SQLException {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String value =
          isBinary(row.getMetaData().getColumnType(i + 1))
              ? "0x" + HexFormat.of().formatHex(row.getBytes(i + 1))
              : row.getString(i + 1);
      parts.add(columns.get(i) + "=" + value);
    }
    return String.join(", ", parts);
  }

  static boolean isBinary(int type) {
    return type == Types.BINARY || type == Types.VARBINARY || type == Types.LONGVARBINARY;
  }
}
