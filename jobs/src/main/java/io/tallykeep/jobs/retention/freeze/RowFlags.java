package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.jobs.retention.freeze.RowsFinding.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells of a row, in SQL, whether it is done: not live, and its business key online and decided
 * (architecture, section 5.1, step 2). A row whose business key columns are all NULL has no key.
 * Immutable and thread-safe.
 */
public final class RowFlags {
  /** The condition that a row selected with {@link #columns} is not done. */
  public static final String NOT_DONE = "tk_live OR tk_key <> 0";

  private static final int KEY_MISSING = 1;
  private static final int KEY_UNDECIDED = 2;

  private final Dataset dataset;

  public RowFlags(Dataset dataset) {
    this.dataset = dataset;
  }

  /** Whether the dataset has rows that are not done. */
  boolean areNeeded() {
    return dataset.liveRows().isPresent() || dataset.businessKey().isPresent();
  }

  /** The columns of a row that the flags are worked out from. */
  List<Identifier> columns() {
    return Stream.concat(
            dataset.liveRows().map(LiveRows::column).stream(),
            dataset.businessKey().map(BusinessKey::columns).stream().flatMap(Collection::stream))
        .distinct()
        .toList();
  }

  /**
   * What to select, after anything the caller selects besides; takes {@link #values}.
   *
   * @param row the alias of the row's table
   */
  public String select(String row) {
    return live(row) + " AS tk_live, " + key(row) + " AS tk_key";
  }

  /** The values of {@link #select}, in order. */
  public List<String> values() {
    List<String> values = new ArrayList<>();
    dataset.liveRows().ifPresent(rows -> values.addAll(rows.values()));
    dataset.businessKey().ifPresent(key -> values.addAll(key.undecided()));
    return values;
  }

  /** Why a row is not done; empty if it is. */
  public static List<Kind> of(ResultSet row) throws SQLException {
    List<Kind> kinds = new ArrayList<>();
    if (row.getBoolean("tk_live")) {
      kinds.add(Kind.LIVE);
    }
    switch (row.getInt("tk_key")) {
      case KEY_MISSING -> kinds.add(Kind.KEY_MISSING);
      case KEY_UNDECIDED -> kinds.add(Kind.KEY_UNDECIDED);
      default -> {
        return kinds;
      }
    }
    return kinds;
  }

  private String live(String row) {
    Optional<LiveRows> live = dataset.liveRows();
    if (live.isEmpty()) {
      return "FALSE";
    }
    String column = row + "." + live.get().column().quoted();
    return "(" + column + " IS NULL OR " + isOneOf(column, live.get().values().size()) + ")";
  }

  private String key(String row) {
    Optional<BusinessKey> found = dataset.businessKey();
    if (found.isEmpty()) {
      return "0";
    }
    BusinessKey key = found.get();
    String none =
        key.columns().stream()
            .map(column -> row + "." + column.quoted() + " IS NULL")
            .collect(Collectors.joining(" AND "));
    String status = "o." + key.statusColumn().quoted();
    return "IF("
        + none
        + ", 0, COALESCE((SELECT IF("
        + status
        + " IS NULL OR "
        + isOneOf(status, key.undecided().size())
        + ", "
        + KEY_UNDECIDED
        + ", 0) FROM "
        + key.table().quoted()
        + " AS o WHERE "
        + isKeyOf(key, row)
        + " LIMIT 1), "
        + KEY_MISSING
        + "))";
  }

  /** The plain comparison finds the row by its index, the other tells what a collation doesn't. */
  private static String isKeyOf(BusinessKey key, String row) {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < key.columns().size(); i++) {
      String here = row + "." + key.columns().get(i).quoted();
      String there = "o." + key.keyColumns().get(i).quoted();
      conditions.add(there + " = " + here);
      conditions.add("CAST(" + there + " AS BINARY) = CAST(" + here + " AS BINARY)");
    }
    return String.join(" AND ", conditions);
  }

  /** As text and exactly, in the session's binary collation. */
  private static String isOneOf(String column, int values) {
    return values == 0
        ? "FALSE"
        : "CAST("
            + column
            + " AS CHAR) IN ("
            + Stream.generate(() -> "?").limit(values).collect(Collectors.joining(", "))
            + ")";
  }
}
