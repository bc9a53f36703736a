package io.tallykeep.archive.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.util.SnapshotUtil;

/** Finds Tallykeep's runs in a table's history: the current snapshot and all before it. */
final class RunHistory {
  private final TableMetadata metadata;

  RunHistory(TableMetadata metadata) {
    this.metadata = metadata;
  }

  /** All runs, the newest first. */
  List<PublishedRun> all() {
    List<PublishedRun> runs = new ArrayList<>();
    if (metadata.currentSnapshot() != null) {
      for (Snapshot snapshot :
          SnapshotUtil.ancestorsOf(metadata.currentSnapshot().snapshotId(), metadata::snapshot)) {
        runOf(snapshot).ifPresent(runs::add);
      }
    }
    return runs;
  }

  /**
   * The run with this id.
   *
   * @throws ArchiveReadException if a snapshot has the id but is not in the current history:
   *     somebody rolled the table back
   */
  Optional<PublishedRun> find(String runId) {
    Optional<PublishedRun> found =
        all().stream().filter(run -> run.runId().equals(runId)).findFirst();
    if (found.isEmpty()) {
      for (Snapshot snapshot : metadata.snapshots()) {
        if (runId.equals(summaryOf(snapshot).get(SummaryKeys.RUN_ID))) {
          throw new ArchiveReadException(
              ArchiveReadException.Kind.UNREADABLE,
              "run "
                  + runId
                  + " made snapshot "
                  + snapshot.snapshotId()
                  + ", which is no longer part of the table "
                  + metadata.location()
                  + ": somebody rolled it back. Audit the table.",
              null);
        }
      }
    }
    return found;
  }

  private static Optional<PublishedRun> runOf(Snapshot snapshot) {
    Map<String, String> summary = summaryOf(snapshot);
    return Optional.ofNullable(summary.get(SummaryKeys.RUN_ID))
        .map(
            runId ->
                new PublishedRun(
                    runId,
                    snapshot.snapshotId(),
                    snapshot.sequenceNumber(),
                    snapshot.manifestListLocation(),
                    summary));
  }

  /** Other engines may write snapshots without a summary. */
  private static Map<String, String> summaryOf(Snapshot snapshot) {
    return Optional.ofNullable(snapshot.summary()).orElse(Map.of());
  }
}
