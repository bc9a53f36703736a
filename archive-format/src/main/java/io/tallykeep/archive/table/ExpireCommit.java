package io.tallykeep.archive.table;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveReadException.Kind;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/** Removes whole event days from the table, by metadata only: the objects stay where they are. */
final class ExpireCommit implements TableChange {
  private final ArchiveSchema schema;
  private final SortedSet<LocalDate> days;
  private final String runId;

  ExpireCommit(ArchiveSchema schema, SortedSet<LocalDate> days, String runId) {
    this.schema = schema;
    this.days = new TreeSet<>(days);
    this.runId = runId;
  }

  @Override
  public String runId() {
    return runId;
  }

  @Override
  public String describe() {
    return "expiry of " + schema.dataset().name() + " " + days() + ", run " + runId;
  }

  private String days() {
    return days.stream().map(LocalDate::toString).collect(Collectors.joining(","));
  }

  @Override
  public Map<String, String> summary() {
    return Map.of(
        SummaryKeys.OPERATION,
        SummaryKeys.EXPIRE,
        SummaryKeys.DATASET,
        schema.dataset().name(),
        SummaryKeys.SHARD,
        String.valueOf(schema.dataset().shard()),
        SummaryKeys.EXPIRED_DAYS,
        days());
  }

  @Override
  public SnapshotUpdate<?> prepare(Table table, TableStore store, ArchiveSnapshot before) {
    String column = schema.column(schema.eventDayIndex()).name().value();
    Expression expired = Expressions.alwaysFalse();
    for (LocalDate day : days) {
      expired = Expressions.or(expired, Expressions.equal(column, (int) day.toEpochDay()));
    }
    return table.newDelete().deleteFromRowFilter(expired);
  }

  @Override
  public void checkLanded(ArchiveSnapshot after) {
    List<String> left =
        days.stream().flatMap(day -> after.files(day).stream()).map(ArchivedFile::path).toList();
    if (!left.isEmpty()) {
      throw new ArchiveReadException(
          Kind.UNREADABLE,
          describe()
              + " was committed as "
              + after.metadataLocation()
              + " but these files are still listed: "
              + left,
          null);
    }
  }

  @Override
  public void checkSame(PublishedRun run, TableStore store, ArchiveSnapshot now) {
    if (!days().equals(run.summary().get(SummaryKeys.EXPIRED_DAYS))) {
      throw new IllegalStateException(
          describe()
              + ": the table's history has another change under that run id (snapshot "
              + run.snapshotId()
              + ", "
              + run.summary()
              + "). Use a new run id.");
    }
  }
}
