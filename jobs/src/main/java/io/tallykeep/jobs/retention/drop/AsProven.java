package io.tallykeep.jobs.retention.drop;

import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.schema.UnstorableValueException;
import io.tallykeep.archive.table.Pointer;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.retention.PartitionView;
import io.tallykeep.jobs.retention.copy.PartitionReader;
import io.tallykeep.jobs.retention.copy.PublishedFiles;
import io.tallykeep.jobs.retention.copy.RowCountException;
import io.tallykeep.jobs.retention.copy.UnexpectedDayException;
import io.tallykeep.jobs.retention.throttle.LoadThrottle;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The comparison before a drop: are MySQL's rows, the ledger's proof and the archive's files still
 * the same? Asked under the table's lock. For use by one thread.
 */
public final class AsProven {
  private final PartitionView view;
  private final String runId;

  /**
   * @param view on the session that holds the table's lock
   * @param runId the run that published the partition
   */
  public AsProven(PartitionView view, String runId) {
    this.view = view;
    this.runId = runId;
  }

  /**
   * Everything in which MySQL, the ledger and the archive no longer agree; empty if nothing.
   *
   * @throws io.tallykeep.jobs.retention.throttle.ServerBusyException if the server is too busy for
   *     the digest; nothing is known then
   * @throws SQLException if MySQL fails, likewise
   * @throws IOException if the object store fails, likewise
   */
  public List<String> differences() throws SQLException, IOException {
    List<String> differences = new ArrayList<>();
    TableDigest proven = TableDigest.ZERO;
    for (LedgerDay day : view.state().days()) {
      proven = proven.plus(recorded(day));
    }
    differences.addAll(rows());
    differences.addAll(archive(proven));
    return differences;
  }

  private static TableDigest recorded(LedgerDay day) {
    return TableDigest.parse(day.rowCount().orElse(-1), day.digest().orElse(""));
  }

  /** Rows that can't be digested at all were written by something that fires no trigger. */
  private List<String> rows() throws SQLException, IOException {
    LoadThrottle throttle =
        new LoadThrottle(
            view.servers().settings().throttle(),
            "digest of " + view.state().partition().name().value());
    PartitionReader.DayDigests online;
    try {
      online =
          view.reader(view.servers().settings().copy().pageRows())
              .pausing(throttle)
              .digest(view.connection());
    } catch (UnexpectedDayException | UnstorableValueException | RowCountException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
    List<String> differences = new ArrayList<>();
    for (LedgerDay day : view.state().days()) {
      if (!recorded(day).equals(online.of(day.day()))) {
        differences.add(
            "event day "
                + day.day()
                + ": proven were "
                + recorded(day)
                + ", MySQL now has "
                + online.of(day.day()));
      }
    }
    return differences;
  }

  private List<String> archive(TableDigest proven) throws SQLException {
    List<String> differences = new ArrayList<>();
    Pointer pointer = view.archiveTable().pointer();
    if (pointer.isForeign()) {
      differences.add(
          "the archive's pointer "
              + pointer.metadataLocation()
              + " was not moved by Tallykeep; audit it before anything is dropped");
      return differences;
    }
    Optional<PublishedRun> published = view.archiveTable().findRun(runId);
    if (published.isEmpty() || !published.get().digest().equals(Optional.of(proven))) {
      differences.add(
          "the archive's history has "
              + published.map(found -> found.digest().toString()).orElse("no snapshot")
              + " for run "
              + runId
              + ", proven were "
              + proven);
    }
    PublishedFiles files = view.publishedFiles(runId);
    differences.addAll(unrecorded(view.state().days(), files));
    differences.addAll(files.missing());
    differences.addAll(files.damaged());
    return differences;
  }

  /** A file that nobody recorded would not be looked for. */
  private static List<String> unrecorded(List<LedgerDay> days, PublishedFiles files) {
    List<String> differences = new ArrayList<>();
    for (LedgerDay day : days) {
      TableDigest recorded = files.recorded(day.day());
      if (!Optional.of(recorded.hex()).equals(day.digest())) {
        differences.add(
            "event day "
                + day.day()
                + ": the data files recorded in archive_file hold "
                + recorded
                + ", not what was proven; rows of archive_file are missing or were changed");
      }
    }
    return differences;
  }
}
