package io.tallykeep.archive.table;

import java.util.Map;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;

/** One change of the table that is committed under a run id. */
interface TableChange {
  String runId();

  /** What the change does, for messages: {@code publication of p20260101}. */
  String describe();

  /** What the snapshot's summary says of it, except the run id. */
  Map<String, String> summary();

  /** Builds the change on a table that does not hold the run id yet. Commits nothing. */
  SnapshotUpdate<?> prepare(Table table, TableStore store, ArchiveSnapshot before);

  /**
   * Checks that everything the change names is in the table as committed.
   *
   * @throws ArchiveReadException if something is missing or left over; names it
   */
  void checkLanded(ArchiveSnapshot after);

  /**
   * Checks that a run in the history is this very change and still stands.
   *
   * @throws IllegalStateException if it is another change under the same run id, or was undone
   */
  void checkSame(PublishedRun run, TableStore store, ArchiveSnapshot now);
}
