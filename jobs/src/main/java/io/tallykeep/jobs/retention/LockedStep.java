package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.freeze.DaysOutcome;
import io.tallykeep.jobs.retention.freeze.DeferralReason;
import io.tallykeep.jobs.retention.ledger.Veto;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.PrimaryServer;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.util.Optional;

/** A protocol step that holds the table's lock from its check to its end. */
public abstract class LockedStep implements ProtocolStep {
  private final PartitionWork.Factory works;

  protected LockedStep(PartitionWork.Factory works) {
    this.works = works;
  }

  protected final RetentionServers servers() {
    return works.servers();
  }

  protected final Veto veto() {
    return works.fence();
  }

  @Override
  public final StepOutcome run(PartitionRun run) throws SQLException {
    RetainedDataset retained = works.datasets().named(run.dataset());
    LockAttempt<TableLock> attempt =
        TableLock.tryAcquire(
            servers().source(),
            retained.dataset().table(),
            servers().settings().worker().silence());
    if (attempt instanceof LockAttempt.Refused<TableLock> refused) {
      return lockedBy(refused);
    }
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      Optional<StepOutcome> unsuitable = refusedBy(lock.session());
      return unsuitable.isPresent() ? unsuitable.get() : run(retained, run, lock);
    }
  }

  /** Brings the step's effect about under the lock. */
  protected abstract StepOutcome run(RetainedDataset retained, PartitionRun run, TableLock lock)
      throws SQLException;

  /** What a step says on a server that is not the writable primary; empty if it is. */
  public static Optional<StepOutcome> refusedBy(Session session) throws SQLException {
    return PrimaryServer.objection(session)
        .map(what -> new StepOutcome.Deferred("READ_ONLY_SERVER", what));
  }

  /** What a step says when somebody else has the table's lock. */
  public static StepOutcome lockedBy(LockAttempt.Refused<TableLock> refused) {
    return new StepOutcome.Deferred(
        "TABLE_LOCKED", "the table's lock is held by " + refused.holder() + ".");
  }

  /** The days' outcome as the step's. What only a person can clear up is quarantined. */
  protected static StepOutcome outcome(DaysOutcome outcome, String done) {
    if (outcome instanceof DaysOutcome.Done moved) {
      return new StepOutcome.Done(moved.days() + " " + done + ", epoch " + moved.epoch());
    }
    if (outcome instanceof DaysOutcome.Stopped stopped) {
      return new StepOutcome.Stopped(stopped.code(), stopped.detail());
    }
    DaysOutcome.Deferred deferred = (DaysOutcome.Deferred) outcome;
    return deferral(deferred.reason(), deferred.detail());
  }

  /** A reason not to go on: for the next night, or for a person. */
  public static StepOutcome deferral(DeferralReason reason, String detail) {
    return switch (reason) {
      case GUARD_GAP, QUARANTINED -> new StepOutcome.Quarantined(reason.name(), detail);
      case GUARD_ABSENT,
          GUARD_BROKEN,
          CLOCK_BEHIND,
          STILL_YOUNG,
          NOT_COVERED,
          LEDGER_DIFFERS,
          LEDGER_BUSY,
          TABLE_BUSY,
          OPEN_TRANSACTION,
          TRANSACTIONS_HIDDEN,
          ROWS_NOT_READY ->
          new StepOutcome.Deferred(reason.name(), detail);
    };
  }

  @Override
  public final void recordStop(PartitionRun run, StepOutcome outcome) throws SQLException {
    works.recordStop(run, outcome);
  }
}
