package io.tallykeep.jobs.retention.provision;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.ddl.BoundedDdl;
import io.tallykeep.jobs.retention.ddl.DdlOutcome;
import io.tallykeep.jobs.retention.ddl.TableLocks;
import io.tallykeep.jobs.retention.ledger.LedgerProvision;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Provision: one ALTER TABLE adds every missing partition, then each new day gets its ledger row.
 * Both under the table's lock. A run that ended between the two is made good by the next.
 */
final class ProvisionStep implements ProtocolStep {
  private final RetentionServers servers;
  private final RetainedDatasets datasets;

  ProvisionStep(RetentionServers servers, RetainedDatasets datasets) {
    this.servers = servers;
    this.datasets = datasets;
  }

  @Override
  public String word() {
    return "provision";
  }

  @Override
  public StepOutcome run(PartitionRun run) throws SQLException {
    RetainedDataset retained = datasets.named(run.dataset());
    LockAttempt<TableLock> attempt = new TableLocks(servers).tryAcquire(retained.dataset());
    if (attempt instanceof LockAttempt.Refused<TableLock> refused) {
      return LockedStep.lockedBy(refused);
    }
    try (TableLock lock = ((LockAttempt.Held<TableLock>) attempt).lock()) {
      Session session = lock.session();
      ProvisionPlan plan = new ProvisionPlan(retained, state(retained, session), run.asOf());
      List<ProvisionPlan.NewPartition> missing = plan.missing();
      if (!missing.isEmpty()) {
        Optional<StepOutcome> stopped = create(retained.dataset(), plan, missing, lock);
        if (stopped.isPresent()) {
          return stopped.get();
        }
      }
      StepOutcome covered = cover(retained, session);
      return covered instanceof StepOutcome.Done
          ? new StepOutcome.Done(missing.size() + " partition(s) created; " + describe(covered))
          : covered;
    }
  }

  private static String describe(StepOutcome done) {
    return ((StepOutcome.Done) done).what();
  }

  private Optional<StepOutcome> create(
      Dataset dataset, ProvisionPlan plan, List<ProvisionPlan.NewPartition> missing, TableLock lock)
      throws SQLException {
    Optional<String> rows =
        new CatchAll(dataset, plan.catchAll()).rows(lock.session().connection());
    if (rows.isPresent()) {
      return Optional.of(new StepOutcome.Deferred("CATCH_ALL_HOLDS_ROWS", rows.get()));
    }
    DdlOutcome ddl =
        new BoundedDdl(servers.settings().drop())
            .execute(lock, statement(dataset, plan.catchAll(), missing, lock.session()));
    if (ddl instanceof DdlOutcome.Blocked blocked) {
      return Optional.of(
          new StepOutcome.Deferred(
              "METADATA_LOCK", "adding partitions waited in vain for " + blocked.blockers() + "."));
    }
    if (ddl instanceof DdlOutcome.AnswerLost lost) {
      return Optional.of(
          new StepOutcome.Deferred(
              "PROVISION_OUTCOME_UNKNOWN",
              "the connection was lost while partitions were added ("
                  + lost.detail()
                  + "); the next run looks what there is."));
    }
    return Optional.empty();
  }

  private static String statement(
      Dataset dataset,
      Optional<TablePartition> catchAll,
      List<ProvisionPlan.NewPartition> missing,
      Session session)
      throws SQLException {
    boolean toDays = isToDays(dataset, session);
    String added =
        missing.stream()
            .map(
                partition ->
                    "PARTITION `"
                        + partition.name()
                        + "` VALUES LESS THAN "
                        + (toDays
                            ? "(TO_DAYS('" + partition.endExclusive() + "'))"
                            : "('" + partition.endExclusive() + "')"))
            .collect(Collectors.joining(", "));
    String alter = "ALTER TABLE " + dataset.table().quoted();
    return catchAll
        .map(
            last ->
                alter
                    + " REORGANIZE PARTITION "
                    + last.name().quoted()
                    + " INTO ("
                    + added
                    + ", PARTITION "
                    + last.name().quoted()
                    + (toDays ? " VALUES LESS THAN MAXVALUE)" : " VALUES LESS THAN (MAXVALUE))"))
        .orElse(alter + " ADD PARTITION (" + added + ")");
  }

  private static boolean isToDays(Dataset dataset, Session session) throws SQLException {
    return session
        .first(
            "SELECT PARTITION_METHOD FROM information_schema.PARTITIONS"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? LIMIT 1",
            row -> row.getString(1),
            dataset.table().schema().value(),
            dataset.table().table().value())
        .map("RANGE"::equals)
        .orElse(false);
  }

  /** Gives every young day of a bounded partition its ledger row, if the dataset is adopted. */
  private StepOutcome cover(RetainedDataset retained, Session session) throws SQLException {
    TableState state = state(retained, session);
    if (state.ledger().isEmpty()) {
      return new StepOutcome.Done("not adopted yet, so no ledger rows");
    }
    LocalDate newest = state.ledger().get(state.ledger().size() - 1).day();
    LedgerProvision ledger =
        new LedgerProvision(LedgerKey.of(servers.controlSchema(), retained.dataset()));
    int days = 0;
    for (PartitionState partition : state.partitions()) {
      List<LocalDate> uncovered = uncovered(partition, newest);
      if (!uncovered.isEmpty()) {
        StepOutcome covered =
            PartitionWork.outcome(
                ledger.cover(
                    session, partition.partition(), uncovered, retained.windows().youngDays()),
                "");
        if (!(covered instanceof StepOutcome.Done)) {
          return covered;
        }
        days += uncovered.size();
      }
    }
    return new StepOutcome.Done(days + " day(s) covered");
  }

  private static List<LocalDate> uncovered(PartitionState partition, LocalDate newest) {
    Optional<LocalDate> upper = partition.partition().upperExclusive();
    if (upper.isEmpty() || !upper.get().isAfter(newest.plusDays(1))) {
      return List.of();
    }
    Set<LocalDate> known = Set.copyOf(partition.eventDays());
    LocalDate first =
        partition
            .partition()
            .lowerInclusive()
            .filter(lower -> lower.isAfter(newest))
            .orElse(newest.plusDays(1));
    return first.datesUntil(upper.get()).filter(day -> !known.contains(day)).toList();
  }

  private TableState state(RetainedDataset retained, Session session) throws SQLException {
    try {
      return TableState.read(session.connection(), servers.controlSchema(), retained.dataset());
    } catch (PartitioningNotSupported e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Nothing to record: a missing partition has no ledger row. */
  @Override
  public void recordStop(PartitionRun run, StepOutcome outcome) {}
}
