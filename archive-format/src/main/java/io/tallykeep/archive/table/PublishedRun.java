package io.tallykeep.archive.table;

import io.tallykeep.archive.digest.TableDigest;
import java.util.Map;
import java.util.Optional;

/**
 * One commit of Tallykeep's in the table's history.
 *
 * @param runId its run id
 * @param snapshotId the snapshot it made
 * @param sequence that snapshot's sequence number
 * @param manifestList where that snapshot's manifest list is
 * @param summary the snapshot's whole summary; keys in {@link SummaryKeys}
 */
public record PublishedRun(
    String runId,
    long snapshotId,
    long sequence,
    String manifestList,
    Map<String, String> summary) {
  public PublishedRun {
    summary = Map.copyOf(summary);
  }

  /** Whether it published files, rather than expire days. */
  public boolean isPublish() {
    return SummaryKeys.PUBLISH.equals(summary.get(SummaryKeys.OPERATION));
  }

  /**
   * Count and digest of the rows it published, empty if it published nothing.
   *
   * @throws ArchiveReadException if the summary of a publication lacks them
   */
  public Optional<TableDigest> digest() {
    if (!isPublish()) {
      return Optional.empty();
    }
    String count = summary.get(SummaryKeys.ROW_COUNT);
    String hex = summary.get(SummaryKeys.DIGEST);
    if (count == null || hex == null) {
      throw new ArchiveReadException(
          ArchiveReadException.Kind.UNREADABLE,
          "snapshot " + snapshotId + " of run " + runId + " has no row count or no digest.",
          null);
    }
    return Optional.of(TableDigest.parse(Long.parseLong(count), hex));
  }
}
