package io.tallykeep.jobs.retention.late;

import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.ArchiveLostException;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.late.LateRun.Progress;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.throttle.ServerBusyException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** A step on the late rows of one dataset, on a session of its own. */
abstract class LateStep implements ProtocolStep {
  private final LateWork.Factory works;

  LateStep(LateWork.Factory works) {
    this.works = works;
  }

  @Override
  public final StepOutcome run(PartitionRun run) throws SQLException, IOException {
    try (Session session = Session.open(works.servers().source())) {
      Optional<StepOutcome> refused = LockedStep.refusedBy(session);
      if (refused.isPresent()) {
        return refused.get();
      }
      LateWork work = works.on(run, session);
      Optional<LateRun> attempt = work.runs().find(session, run.runId());
      if (attempt.isPresent() && attempt.get().progress() == Progress.ABANDONED) {
        return abandoned(run);
      }
      return run(work, run, attempt);
    } catch (ArchiveLostException e) {
      return new StepOutcome.Quarantined("ARCHIVE_LOST", String.valueOf(e.getMessage()));
    } catch (ServerBusyException e) {
      return new StepOutcome.Deferred("SERVER_BUSY", String.valueOf(e.getMessage()));
    }
  }

  /**
   * Brings the step's effect about.
   *
   * @param attempt what the run has come to by now; empty if nothing is on record
   */
  abstract StepOutcome run(LateWork work, PartitionRun run, Optional<LateRun> attempt)
      throws SQLException, IOException;

  /** What a step says when another run has given this one up. */
  static StepOutcome abandoned(PartitionRun run) {
    return new StepOutcome.Deferred(
        "LATE_RUN_ABANDONED",
        "run "
            + run.runId()
            + " was given up by a later one before it was proven; nothing was deleted for it.");
  }

  /** The day ledger has nothing of it: no day waits for its late rows. */
  @Override
  public final void recordStop(PartitionRun run, StepOutcome outcome) throws SQLException {
    String reason =
        outcome instanceof StepOutcome.Deferred deferred
            ? deferred.code() + ": " + deferred.reason()
            : outcome instanceof StepOutcome.Quarantined quarantined
                ? quarantined.code() + ": " + quarantined.reason()
                : "";
    try (Session session = Session.open(works.servers().source())) {
      works.on(run, session).runs().stopped(session, run.runId(), reason);
    }
  }
}
