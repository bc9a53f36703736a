package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.BusinessKey;
import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.jobs.retention.freeze.RowsFinding.Kind;
import io.tallykeep.jobs.retention.session.KeyText;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks whether all rows of a table partition are done: none live, and every business key online
 * and decided. Reads page by page in key order, each page an autocommit read of its own that locks
 * no row and holds the table's metadata for a moment only. Immutable and thread-safe.
 */
public final class RowsReady {
  private static final int PAGE_ROWS = 10_000;
  private static final int EXAMPLES = 5;

  private final Dataset dataset;

  public RowsReady(Dataset dataset) {
    this.dataset = dataset;
  }

  private record Row(String key, boolean live, boolean missing, boolean undecided) {}

  /** What has been found so far. */
  private static final class Tally {
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Map<Kind, List<String>> examples = new EnumMap<>(Kind.class);

    void add(Row row) {
      add(row.live(), Kind.LIVE, row.key());
      add(row.missing(), Kind.KEY_MISSING, row.key());
      add(row.undecided(), Kind.KEY_UNDECIDED, row.key());
    }

    private void add(boolean found, Kind kind, String key) {
      if (!found) {
        return;
      }
      counts.merge(kind, 1L, Long::sum);
      List<String> keys = examples.computeIfAbsent(kind, none -> new ArrayList<>());
      if (keys.size() < EXAMPLES) {
        keys.add(key);
      }
    }

    List<RowsFinding> findings() {
      return counts.entrySet().stream()
          .map(
              entry ->
                  new RowsFinding(
                      entry.getKey(),
                      entry.getValue(),
                      examples.getOrDefault(entry.getKey(), List.of())))
          .toList();
    }
  }

  /**
   * What keeps the partition online; nothing if it is ready.
   *
   * @param session not in a transaction
   * @throws SQLException if the server fails, or the table has no key over identity and event day
   */
  public List<RowsFinding> check(Session session, Identifier tablePartition) throws SQLException {
    if (dataset.liveRows().isEmpty() && dataset.businessKey().isEmpty()) {
      return List.of();
    }
    KeysetPages pages = KeysetPages.of(session, dataset, tablePartition, PAGE_ROWS);
    Tally tally = new Tally();
    Optional<List<Object>> after = Optional.empty();
    do {
      for (Row row : notReady(session, pages, after)) {
        tally.add(row);
      }
      after = pages.lastKey(session, after);
    } while (after.isPresent());
    return tally.findings();
  }

  private List<Row> notReady(Session session, KeysetPages pages, Optional<List<Object>> after)
      throws SQLException {
    String keys =
        pages.keyColumns().stream()
            .map(column -> "i." + column.quoted())
            .collect(Collectors.joining(", "));
    List<Object> flagValues = new ArrayList<>(liveValues());
    flagValues.addAll(undecidedValues());
    List<Object> values = new ArrayList<>(flagValues);
    values.addAll(pages.values(after));
    return session.query(
        "SELECT * FROM (SELECT "
            + keys
            + ", "
            + live()
            + " AS tk_live, "
            + missing()
            + " AS tk_missing, "
            + undecided()
            + " AS tk_undecided FROM ("
            + pages.select(columns(), after)
            + ") AS i"
            + join()
            + ") AS flagged WHERE tk_live OR tk_missing OR tk_undecided",
        row ->
            new Row(
                KeyText.of(row, pages.keyColumns()),
                row.getBoolean("tk_live"),
                row.getBoolean("tk_missing"),
                row.getBoolean("tk_undecided")),
        values.toArray());
  }

  /** The columns the flags are worked out from. */
  private List<Identifier> columns() {
    return Stream.concat(
            dataset.liveRows().map(LiveRows::column).stream(),
            dataset.businessKey().map(BusinessKey::columns).stream().flatMap(Collection::stream))
        .distinct()
        .toList();
  }

  private String live() {
    return dataset
        .liveRows()
        .map(
            rows ->
                "(i."
                    + rows.column().quoted()
                    + " IS NULL OR "
                    + isOneOf("i." + rows.column().quoted(), rows.values().size())
                    + ")")
        .orElse("FALSE");
  }

  private List<String> liveValues() {
    return dataset.liveRows().map(rows -> List.copyOf(rows.values())).orElse(List.of());
  }

  private String missing() {
    return dataset
        .businessKey()
        .map(
            key ->
                "("
                    + key.columns().stream()
                        .map(column -> "i." + column.quoted() + " IS NOT NULL")
                        .collect(Collectors.joining(" OR "))
                    + ") AND o."
                    + key.keyColumns().get(0).quoted()
                    + " IS NULL")
        .orElse("FALSE");
  }

  private String undecided() {
    return dataset
        .businessKey()
        .map(
            key ->
                "o."
                    + key.keyColumns().get(0).quoted()
                    + " IS NOT NULL AND (o."
                    + key.statusColumn().quoted()
                    + " IS NULL OR "
                    + isOneOf("o." + key.statusColumn().quoted(), key.undecided().size())
                    + ")")
        .orElse("FALSE");
  }

  private List<String> undecidedValues() {
    return dataset.businessKey().map(key -> List.copyOf(key.undecided())).orElse(List.of());
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

  /** The plain comparison finds the row by its index, the other tells what a collation doesn't. */
  private String join() {
    if (dataset.businessKey().isEmpty()) {
      return "";
    }
    BusinessKey key = dataset.businessKey().get();
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < key.columns().size(); i++) {
      String here = "i." + key.columns().get(i).quoted();
      String there = "o." + key.keyColumns().get(i).quoted();
      conditions.add(there + " = " + here);
      conditions.add("CAST(" + there + " AS BINARY) = CAST(" + here + " AS BINARY)");
    }
    return " LEFT JOIN " + key.table().quoted() + " AS o ON " + String.join(" AND ", conditions);
  }
}
