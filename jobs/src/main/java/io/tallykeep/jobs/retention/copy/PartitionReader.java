package io.tallykeep.jobs.retention.copy;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceKey;
import io.tallykeep.archive.schema.SourceTable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one frozen table partition: to copy it, or for its digest alone.
 *
 * <p>Every row must belong to one of the days taken, and the rows read must be as many as COUNT(*)
 * says, so that a gap between two pages can't pass for the end (docs/testing.md). For use by one
 * thread.
 */
public final class PartitionReader {
  private final ArchiveSchema schema;
  private final Optional<Identifier> tablePartition;
  private final Set<LocalDate> days;
  private final KeysetPages pages;
  private PageBreak pageBreak = PageBreak.NONE;

  /**
   * @param table the dataset's table as the data dictionary shows it
   * @param days the event days taken
   */
  public PartitionReader(
      ArchiveSchema schema,
      SourceTable table,
      Identifier tablePartition,
      Set<LocalDate> days,
      int pageRows) {
    this(schema, table, Optional.of(tablePartition), days, pageRows);
  }

  private PartitionReader(
      ArchiveSchema schema,
      SourceTable table,
      Optional<Identifier> tablePartition,
      Set<LocalDate> days,
      int pageRows) {
    this.schema = schema;
    this.tablePartition = tablePartition;
    this.days = Set.copyOf(days);
    this.pages = new KeysetPages(schema, tablePartition, identityKey(schema, table), pageRows);
  }

  /** Reads a whole table that nobody writes to, such as one that days were restored into. */
  public static PartitionReader ofWholeTable(
      ArchiveSchema schema, SourceTable table, Set<LocalDate> days, int pageRows) {
    return new PartitionReader(schema, table, Optional.empty(), days, pageRows);
  }

  /** From now on pauses before each page. */
  public PartitionReader pausing(PageBreak before) {
    this.pageBreak = before;
    return this;
  }

  /** What one pass over a partition found: the digest of each day that has rows. */
  public record DayDigests(Map<LocalDate, TableDigest> byDay) {
    public DayDigests {
      byDay = Map.copyOf(byDay);
    }

    /** Count and digest of one day; zero rows where the day has none. */
    public TableDigest of(LocalDate day) {
      return byDay.getOrDefault(day, TableDigest.ZERO);
    }

    public TableDigest total() {
      return byDay.values().stream().reduce(TableDigest.ZERO, TableDigest::plus);
    }
  }

  /** What a copy wrote. */
  public record Copied(List<WrittenFile> files, DayDigests digests) {}

  /**
   * Copies every row to data files and digests it on the way, from MySQL's values. A partition of
   * more days than there may be files open is read several times, each time for some of its days.
   *
   * @throws IOException if the object store fails; no file is claimed then
   */
  public Copied copy(Connection connection, NewDataFile newFile, CopyBounds bounds)
      throws SQLException, IOException {
    Map<LocalDate, RowDigester> digesters = new HashMap<>();
    List<WrittenFile> written = new ArrayList<>();
    int open = Math.min(days.size(), bounds.daysAtOnce());
    long rows = 0;
    for (DayRange range : DayRange.runsOf(days, bounds.daysAtOnce())) {
      try (DayFiles files = new DayFiles(schema, newFile, open, bounds)) {
        rows +=
            pages.forEach(
                connection,
                range,
                pageBreak,
                row -> {
                  digest(digesters, row);
                  files.write(row);
                });
        written.addAll(files.finish());
      }
    }
    requireCount(connection, rows);
    return new Copied(written, digests(digesters));
  }

  /** Digests every row. */
  public DayDigests digest(Connection connection) throws SQLException, IOException {
    Map<LocalDate, RowDigester> digesters = new HashMap<>();
    long rows = pages.forEach(connection, DayRange.ALL, pageBreak, row -> digest(digesters, row));
    requireCount(connection, rows);
    return digests(digesters);
  }

  private void digest(Map<LocalDate, RowDigester> digesters, @Nullable Object[] row) {
    LocalDate day =
        LocalDate.ofEpochDay((Integer) Objects.requireNonNull(row[schema.eventDayIndex()]));
    RowDigester digester = digesters.get(day);
    if (digester == null) {
      if (!days.contains(day)) {
        throw new UnexpectedDayException(
            schema.table(), partitionText(), day, schema.describe(schema.identityOf(row)));
      }
      digester = new RowDigester(schema);
      digesters.put(day, digester);
    }
    digester.add(row);
  }

  private static DayDigests digests(Map<LocalDate, RowDigester> digesters) {
    Map<LocalDate, TableDigest> byDay = new HashMap<>();
    digesters.forEach((day, digester) -> byDay.put(day, digester.digest()));
    return new DayDigests(byDay);
  }

  private void requireCount(Connection connection, long read) throws SQLException {
    String count =
        "SELECT COUNT(*) FROM "
            + schema.table().quoted()
            + tablePartition.map(name -> " PARTITION (" + name.quoted() + ")").orElse("");
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(count)) {
      row.next();
      long counted = row.getLong(1);
      if (counted != read) {
        throw new RowCountException(schema.table(), partitionText(), read, counted);
      }
    }
  }

  private String partitionText() {
    return tablePartition.map(Identifier::value).orElse("(none)");
  }

  /** The unique key that holds exactly the identity, in its order, and then the event day. */
  private static String identityKey(ArchiveSchema schema, SourceTable table) {
    Dataset dataset = schema.dataset();
    List<Identifier> wanted = new ArrayList<>(dataset.identity());
    wanted.add(dataset.eventDay());
    return table.keys().stream()
        .filter(key -> key.unique() && key.visible() && holds(key, wanted))
        .map(SourceKey::name)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "table "
                        + schema.table()
                        + " has no unique key on exactly "
                        + wanted
                        + ", in this order. Add one."));
  }

  private static boolean holds(SourceKey key, List<Identifier> wanted) {
    if (key.parts().size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      SourceKey.Part part = key.parts().get(i);
      if (!part.whole()
          || part.descending()
          || !part.column().map(wanted.get(i)::sameColumn).orElse(false)) {
        return false;
      }
    }
    return true;
  }
}
