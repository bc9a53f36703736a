package io.tallykeep.jobs.retention;

import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.CommitGuard;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.StalePointer;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What every commit to a dataset's archive depends on, whatever it commits: no order forbids it,
 * and the pointer it is built on is no older than the day ledger. Immutable and thread-safe.
 */
public final class ArchiveCommits {
  private final Fence fence;
  private final StalePointer stale;

  public ArchiveCommits(Fence fence, LedgerKey key, ArchiveTable table) {
    this.fence = fence;
    this.stale = new StalePointer(key, table);
  }

  /**
   * The guard of a commit.
   *
   * @param own what this commit depends on beside
   */
  public CommitGuard guard(CommitGuard own) {
    return connection ->
        fence.objections(connection).isEmpty()
            && stale.objection(connection).isEmpty()
            && own.holds(connection);
  }

  /** What a step records, and says, when its commit is in the archive. */
  @FunctionalInterface
  public interface OnCommitted {
    /**
     * @param sequence of the snapshot that has it
     */
    StepOutcome record(long sequence) throws SQLException;
  }

  /**
   * What a step says of its commit, whether it happened just now, before, not, or nobody knows.
   *
   * @param session to the control schema's server
   */
  public StepOutcome outcome(Session session, CommitOutcome outcome, OnCommitted committed)
      throws SQLException {
    if (outcome instanceof CommitOutcome.Committed now) {
      return committed.record(now.sequence());
    }
    if (outcome instanceof CommitOutcome.AlreadyCommitted already) {
      return committed.record(already.sequence());
    }
    if (outcome instanceof CommitOutcome.NotCommitted not) {
      return notCommitted(session, not);
    }
    return new StepOutcome.Deferred("COMMIT_UNKNOWN", ((CommitOutcome.Unknown) outcome).detail());
  }

  /**
   * What a step says whose commit did not happen: the order or the old pointer that made the guard
   * refuse, if it was one.
   *
   * @param session to the control schema's server
   */
  public StepOutcome notCommitted(Session session, CommitOutcome.NotCommitted not)
      throws SQLException {
    if (not.reason() == CommitOutcome.Reason.GUARD_REFUSED) {
      List<Objection> objections = fence.objections(session.connection());
      if (!objections.isEmpty()) {
        return PartitionWork.stopped(objections);
      }
      Optional<Objection> old = stale.objection(session.connection());
      if (old.isPresent()) {
        return new StepOutcome.Deferred("STALE_POINTER", old.get().text());
      }
    }
    return new StepOutcome.Deferred("COMMIT_" + not.reason(), not.detail());
  }
}
