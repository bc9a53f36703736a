package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.PageBreak;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the data files of a proven attempt and deletes their rows, some in each transaction.
 * A day whose ledger row stays locked is left for the next night, and the others go on. For one
 * thread.
 */
final class LateSweep {
  private final LateWork work;
  private final DataFileReader files;
  private final LateDeletion deletion;
  private final PageBreak throttle;
  private final int transactionRows;
  private final List<@Nullable Object[]> batch = new ArrayList<>();
  private final Set<LocalDate> left = new TreeSet<>();
  private Optional<StepOutcome> stopped = Optional.empty();
  private long deletedRows;
  private long stayedRows;

  LateSweep(LateWork work, ArchiveTable table, long snapshotSequence) {
    this.work = work;
    this.files = new DataFileReader(table.schema());
    this.deletion = new LateDeletion(work, table, snapshotSequence);
    this.throttle = work.throttle("delete of late rows");
    this.transactionRows = work.servers().settings().late().transactionRows();
  }

  /** Carries MySQL's failure out of the scan of a file. */
  private static final class DeletionFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SQLException failure;

    DeletionFailed(SQLException failure) {
      super(failure);
      this.failure = failure;
    }
  }

  /**
   * Deletes the rows of one file that are unchanged; does nothing once the sweep is stopped.
   *
   * @throws io.tallykeep.archive.file.DataFileException if the file can't be read; rows before the
   *     place may be gone
   * @throws SQLException if MySQL fails, likewise
   */
  void through(ArchiveFiles.Recorded file) throws SQLException {
    LocalDate day = file.eventDay();
    if (isOver(day)) {
      return;
    }
    try {
      files.forEach(
          work.servers().storage().fileIO().newInputFile(file.path(), file.sizeBytes()),
          row -> add(day, row));
      flush(day);
    } catch (DeletionFailed e) {
      throw e.failure;
    }
  }

  /** An order ends all, a busy ledger row its own day. */
  private boolean isOver(LocalDate day) {
    return stopped.isPresent() && (left.isEmpty() || left.contains(day));
  }

  private void add(LocalDate day, @Nullable Object[] row) {
    batch.add(row);
    if (batch.size() == transactionRows) {
      flush(day);
    }
  }

  private void flush(LocalDate day) {
    if (!batch.isEmpty() && !isOver(day)) {
      try {
        throttle.pause(work.session().connection());
        take(day, deletion.delete(day, batch));
      } catch (SQLException e) {
        throw new DeletionFailed(e);
      }
    }
    batch.clear();
  }

  private void take(LocalDate day, LateDeletion.Result result) {
    deletedRows += result.deletedRows();
    stayedRows += result.stayedRows();
    if (result.outcome() instanceof TransitionOutcome.Busy) {
      left.add(day);
      stopped = Optional.of(PartitionWork.outcome(result.outcome(), ""));
    } else if (result.outcome() instanceof TransitionOutcome.Stopped) {
      left.clear();
      stopped = Optional.of(PartitionWork.outcome(result.outcome(), ""));
    }
  }

  /** Why rows are left that the next run must go through again; empty if none are. */
  Optional<StepOutcome> stopped() {
    return stopped;
  }

  @Override
  public String toString() {
    return deletedRows
        + " late rows deleted"
        + (stayedRows == 0 ? "" : ", " + stayedRows + " changed since or locked stay");
  }
}
