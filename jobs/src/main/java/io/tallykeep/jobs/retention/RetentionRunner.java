package io.tallykeep.jobs.retention;

import io.tallykeep.jobs.batch.PartitionJobs;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.RunResult;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.fence.WorkerScope;
import io.tallykeep.jobs.retention.ledger.DeferredNights;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.RunLock;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.jobs.settings.WorkerSettings;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.Job;

/**
 * Plans a job over a dataset and runs it, one unit of work after the other, under the job's run
 * lock. One stuck unit doesn't stop the others.
 */
public final class RetentionRunner {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionRunner.class);

  private final RetentionServers servers;
  private final PartitionJobs jobs;

  public RetentionRunner(RetentionServers servers, PartitionJobs jobs) {
    this.servers = servers;
    this.jobs = jobs;
  }

  /** What the job would do. Changes nothing. */
  public static List<PlanLine> plan(
      RetentionServers servers, JobPlanner planner, RetainedDataset retained, LocalDate asOf)
      throws SQLException {
    try (Connection connection = servers.source().getConnection()) {
      TableState state = TableState.read(connection, servers.controlSchema(), retained.dataset());
      return planner.plan(connection, retained, state, asOf);
    } catch (PartitioningNotSupported e) {
      throw new BadConfigurationException("dataset " + retained.name() + ", " + e.getMessage(), e);
    }
  }

  /** Runs the job; a second run beside a live one is refused. */
  public JobReport run(RetentionJob job, RetainedDataset retained, LocalDate asOf)
      throws SQLException {
    String what = RunLock.ofJob(job.name(), servers.controlSchema(), retained.dataset());
    WorkerSettings worker = servers.settings().worker();
    LockAttempt<RunLock> attempt = RunLock.tryAcquire(servers.source(), what, worker.silence());
    if (attempt instanceof LockAttempt.Refused<RunLock> refused) {
      return new JobReport(
          job.name(),
          retained.name(),
          new JobReport.Outcome.AnotherRunIsAlive(refused.holder().toString()),
          List.of(),
          List.of(),
          List.of());
    }
    try (RunLock lock = ((LockAttempt.Held<RunLock>) attempt).lock();
        Fence fence =
            Fence.take(
                servers.source(),
                servers.controlSchema(),
                WorkerScope.of(job.name(), retained.dataset()),
                worker)) {
      jobs.recoverDead(job.name(), retained.name());
      List<PlanLine> plan = plan(servers, job.planner(), retained, asOf);
      Job batchJob = job.batchJob(fence);
      List<RunResult> results = new ArrayList<>();
      for (PlanLine unit : job.units(plan)) {
        if (fence.lost().isPresent()) {
          break;
        }
        lock.verify();
        LOG.info("{} {}: {}", job.name(), unit.tablePartition(), unit.reason());
        RunResult result = jobs.launch(batchJob, partitionRun(unit, asOf));
        results.add(result.end() == RunResult.End.FAILED ? explained(result, fence) : result);
      }
      return new JobReport(
          job.name(),
          retained.name(),
          fence
              .lost()
              .<JobReport.Outcome>map(JobReport.Outcome.LeaseLost::new)
              .orElseGet(JobReport.Outcome.Ran::new),
          results,
          plan.stream().filter(line -> line.action() == PlanLine.Action.ATTENTION).toList(),
          escalated(retained, results));
    }
  }

  /** Of the partitions put off just now, the days that have been for too many nights. */
  private List<DeferredNights.Deferred> escalated(RetainedDataset retained, List<RunResult> results)
      throws SQLException {
    Set<String> putOff =
        results.stream()
            .filter(result -> result.end() == RunResult.End.DEFERRED)
            .map(result -> result.run().tablePartition())
            .collect(Collectors.toSet());
    if (putOff.isEmpty()) {
      return List.of();
    }
    try (Connection connection = servers.source().getConnection()) {
      return DeferredNights.atLeast(
              connection,
              LedgerKey.of(servers.controlSchema(), retained.dataset()),
              servers.settings().attention().escalateAfterNights())
          .stream()
          .filter(day -> putOff.contains(day.tablePartition().orElse("")))
          .toList();
    }
  }

  /** A worker whose place was taken finds its sessions ended and its job's records changed. */
  private static RunResult explained(RunResult failed, Fence fence) {
    return fence
        .lostByNow()
        .map(why -> failed.stopped(Objection.Code.LEASE_LOST.name() + ": " + why))
        .orElse(failed);
  }

  private static PartitionRun partitionRun(PlanLine unit, LocalDate asOf) {
    return new PartitionRun(
        unit.dataset(),
        unit.tablePartition(),
        unit.runId().orElseGet(() -> UUID.randomUUID().toString()),
        asOf);
  }
}
