package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.freeze.RowsFinding.Kind;
import io.tallykeep.jobs.retention.session.KeyText;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Looks whether all rows of a table partition are done: none live, and every business key online
 * and decided. Reads page by page in key order, each page an autocommit read of its own that locks
 * no row and holds the table's metadata for a moment only. Immutable and thread-safe.
 */
public final class RowsReady {
  private static final int PAGE_ROWS = 10_000;

  private final Dataset dataset;
  private final RowFlags flags;

  public RowsReady(Dataset dataset) {
    this.dataset = dataset;
    this.flags = new RowFlags(dataset);
  }

  private record Row(String key, List<Kind> kinds) {}

  /**
   * What keeps the partition online; nothing if it is ready.
   *
   * @param session not in a transaction
   * @throws SQLException if the server fails, or the table has no key over identity and event day
   */
  public List<RowsFinding> check(Session session, Identifier tablePartition) throws SQLException {
    if (!flags.areNeeded()) {
      return List.of();
    }
    KeysetPages pages = KeysetPages.of(session, dataset, tablePartition, PAGE_ROWS);
    RowsTally tally = new RowsTally();
    Optional<List<Object>> after = Optional.empty();
    do {
      for (Row row : notReady(session, pages, after)) {
        row.kinds().forEach(kind -> tally.add(kind, row.key()));
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
    List<Object> values = new ArrayList<>(flags.values());
    values.addAll(pages.values(after));
    return session.query(
        "SELECT * FROM (SELECT "
            + keys
            + ", "
            + flags.select("i")
            + " FROM ("
            + pages.select(flags.columns(), after)
            + ") AS i) AS flagged WHERE "
            + RowFlags.NOT_DONE,
        row -> new Row(KeyText.of(row, pages.keyColumns()), RowFlags.of(row)),
        values.toArray());
  }
}
