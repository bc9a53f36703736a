package io.tallykeep.jobs.retention.provision;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.ddl.BoundedDdl;
import io.tallykeep.jobs.retention.ddl.DdlOutcome;
import io.tallykeep.jobs.retention.ddl.TableLocks;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
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
      Optional<StepOutcome> unsuitable = LockedStep.refusedBy(lock.session());
      return unsuitable.isPresent() ? unsuitable.get() : provision(retained, run, lock);
    }
  }

  /** Days of partitions that are there get their ledger rows whatever becomes of the DDL. */
  private StepOutcome provision(RetainedDataset retained, PartitionRun run, TableLock lock)
      throws SQLException {
    ProvisionPlan plan = new ProvisionPlan(retained, state(retained, lock.session()), run.asOf());
    List<ProvisionPlan.NewPartition> missing = plan.missing();
    Optional<String> rowsInTheWay =
        missing.isEmpty()
            ? Optional.empty()
            : new CatchAll(retained.dataset(), plan.catchAll()).rows(lock.session().connection());
    DdlOutcome ddl =
        missing.isEmpty() || rowsInTheWay.isPresent()
            ? new DdlOutcome.Done()
            : new BoundedDdl(servers.settings().drop())
                .execute(
                    lock,
                    statement(retained.dataset(), plan.catchAll(), missing, lock.session()),
                    BoundedDdl.Permission.ALWAYS);
    if (ddl instanceof DdlOutcome.AnswerLost lost) {
      return new StepOutcome.Deferred(
          "PROVISION_OUTCOME_UNKNOWN",
          "the connection was lost while partitions were added ("
              + lost.detail()
              + "); the next run looks what there is.");
    }
    StepOutcome covered = new YoungDays(servers, retained).cover(lock.session());
    if (rowsInTheWay.isPresent()) {
      return new StepOutcome.Quarantined("CATCH_ALL_HOLDS_ROWS", rowsInTheWay.get());
    }
    if (ddl instanceof DdlOutcome.Blocked blocked) {
      return new StepOutcome.Deferred(
          "METADATA_LOCK", "adding partitions waited in vain for " + blocked.blockers() + ".");
    }
    return covered instanceof StepOutcome.Done done
        ? new StepOutcome.Done(missing.size() + " partition(s) created; " + done.what())
        : covered;
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
