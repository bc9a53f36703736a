package io.tallykeep.jobs.retention.expire;

import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.ArchiveCommits;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.ddl.TableLocks;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.StalePointer;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Expire: the ledger says EXPIRED and the days get a new epoch, then one commit takes their files
 * out of the archive (architecture, section 5.2). In the other order a look-up between the two
 * would find neither row nor reason and take the event for new.
 */
final class ExpireStep implements ProtocolStep {
  private final RetentionServers servers;
  private final RetainedDatasets datasets;
  private final Fence fence;

  ExpireStep(RetentionServers servers, RetainedDatasets datasets, Fence fence) {
    this.servers = servers;
    this.datasets = datasets;
    this.fence = fence;
  }

  @Override
  public String word() {
    return "expire";
  }

  @Override
  public StepOutcome run(PartitionRun run) throws SQLException {
    RetainedDataset retained = datasets.named(run.dataset());
    LockAttempt<TableLock> attempt = new TableLocks(servers).tryAcquire(retained.dataset());
    if (attempt instanceof LockAttempt.Refused<TableLock> refused) {
      return LockedStep.lockedBy(refused);
    }
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      Optional<StepOutcome> unsuitable = LockedStep.refusedBy(lock.session());
      return unsuitable.isPresent() ? unsuitable.get() : expire(retained, run, lock);
    }
  }

  private StepOutcome expire(RetainedDataset retained, PartitionRun run, TableLock lock)
      throws SQLException {
    Session session = lock.session();
    List<PlanLine> plan = plan(retained, run, session);
    List<LocalDate> toExpire = days(plan, PlanLine.Action.RUN);
    if (!toExpire.isEmpty()) {
      Optional<ArchiveTable> table = servers.catalog().open(retained.dataset());
      if (table.isEmpty()) {
        return new StepOutcome.Quarantined(
            "ARCHIVE_LOST",
            "days of "
                + retained.name()
                + " are DROPPED, but the catalog has no archive table for it. Run"
                + " './tallykeep jobs rebuild-catalog'; nothing was expired.");
      }
      TransitionOutcome expired =
          new LedgerTransitions(key(retained), fence.and(holds(retained)))
              .expired(
                  session, toExpire, () -> objections(retained, table.get(), session, toExpire));
      StepOutcome recorded = PartitionWork.outcome(expired, "expired");
      if (!(recorded instanceof StepOutcome.Done)) {
        return recorded;
      }
    }
    Set<LocalDate> toRemove = new TreeSet<>(toExpire);
    toRemove.addAll(days(plan, PlanLine.Action.CONTINUE));
    return remove(retained, run, toRemove);
  }

  private StepOutcome remove(RetainedDataset retained, PartitionRun run, Set<LocalDate> days)
      throws SQLException {
    Optional<ArchiveTable> table = servers.catalog().open(retained.dataset());
    if (days.isEmpty() || table.isEmpty()) {
      return new StepOutcome.Done("no day is beyond the window");
    }
    ArchiveCommits commits = new ArchiveCommits(fence, key(retained), table.get());
    CommitOutcome outcome =
        table
            .get()
            .expire(
                days,
                run.runId(),
                commits.guard(
                    connection ->
                        holds(retained).objections(connection, List.copyOf(days)).isEmpty()));
    if (outcome instanceof CommitOutcome.NotCommitted not) {
      try (Session session = Session.open(servers.source())) {
        return commits.notCommitted(session, not);
      }
    }
    if (outcome instanceof CommitOutcome.Unknown unknown) {
      return new StepOutcome.Deferred("COMMIT_UNKNOWN", unknown.detail());
    }
    return new StepOutcome.Done(days.size() + " day(s) expired: " + days);
  }

  private LegalHolds holds(RetainedDataset retained) {
    return new LegalHolds(key(retained));
  }

  private LedgerKey key(RetainedDataset retained) {
    return LedgerKey.of(servers.controlSchema(), retained.dataset());
  }

  /** Looked at again inside the transaction that expires the days. */
  private List<String> objections(
      RetainedDataset retained, ArchiveTable table, Session session, List<LocalDate> days)
      throws SQLException {
    List<String> objections = new ArrayList<>();
    new StalePointer(key(retained), table)
        .objection(session.connection())
        .ifPresent(stale -> objections.add(stale.code() + ": " + stale.text()));
    DayLedger.days(session.connection(), key(retained)).days().stream()
        .filter(day -> day.progress() == Progress.PUBLISHING)
        .forEach(day -> objections.add("the publication of " + day.day() + " is not finished."));
    new LateRowCounts(retained.dataset())
        .byDay(session.connection())
        .forEach(
            (day, count) -> {
              if (days.contains(day)) {
                objections.add(day + " has " + count + " late row(s).");
              }
            });
    return objections;
  }

  private List<PlanLine> plan(RetainedDataset retained, PartitionRun run, Session session)
      throws SQLException {
    try {
      TableState state =
          TableState.read(session.connection(), servers.controlSchema(), retained.dataset());
      return ExpireJob.plan(servers, session.connection(), retained, state, run.asOf());
    } catch (PartitioningNotSupported e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static List<LocalDate> days(List<PlanLine> plan, PlanLine.Action action) {
    return plan.stream()
        .filter(line -> line.action() == action)
        .flatMap(line -> line.firstDay().stream())
        .toList();
  }

  /** Nothing to record: every day says for itself how far it is. */
  @Override
  public void recordStop(PartitionRun run, StepOutcome outcome) {}
}
