package io.tallykeep.jobs.retention.rebuild;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.fence.WorkerScope;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.RunLock;
import io.tallykeep.jobs.retention.rebuild.RebuildReport.Item;
import io.tallykeep.jobs.settings.WorkerSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Keeps every job that commits to a dataset's archive out while its catalog is rebuilt: a metadata
 * file of a commit on its way looks like the newest, and that commit may still delete it. Takes the
 * jobs' run locks, and their leases from workers that only seem to have ended.
 */
final class RebuildTurn {
  private static final List<String> COMMITTING_JOBS = List.of("archive", "late", "expire");

  private final RetentionServers servers;
  private final Dataset dataset;

  RebuildTurn(RetentionServers servers, Dataset dataset) {
    this.servers = servers;
    this.dataset = dataset;
  }

  /** What is done in the turn. */
  @FunctionalInterface
  interface Work {
    RebuildReport run() throws SQLException;
  }

  /** Does the work, or reports who keeps it from being done; does not wait. */
  RebuildReport take(Work work) throws SQLException {
    return take(COMMITTING_JOBS, work);
  }

  private RebuildReport take(List<String> jobs, Work work) throws SQLException {
    if (jobs.isEmpty()) {
      return work.run();
    }
    String job = jobs.get(0);
    WorkerSettings worker = servers.settings().worker();
    LockAttempt<RunLock> attempt =
        RunLock.tryAcquire(
            servers.source(),
            RunLock.ofJob(job, servers.controlSchema(), dataset),
            worker.silence());
    if (attempt instanceof LockAttempt.Refused<RunLock> refused) {
      return RebuildReport.refused(
          dataset.name(),
          new Item(
              "RUN_ALIVE",
              "a run of " + job + " is alive: " + refused.holder() + ". Run again when it ended."));
    }
    try (RunLock lock = ((LockAttempt.Held<RunLock>) attempt).lock();
        Fence fence =
            Fence.take(
                servers.source(), servers.controlSchema(), WorkerScope.of(job, dataset), worker)) {
      List<Objection> objections = objections(fence);
      if (!objections.isEmpty()) {
        return RebuildReport.refused(
            dataset.name(), new Item(objections.get(0).code().name(), Objection.text(objections)));
      }
      lock.verify();
      return take(jobs.subList(1, jobs.size()), work);
    }
  }

  private List<Objection> objections(Fence fence) throws SQLException {
    try (Connection connection = servers.source().getConnection()) {
      return fence.objections(connection);
    }
  }
}
