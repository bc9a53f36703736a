package io.tallykeep.jobs.retention.drop;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.ProtocolStep;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.LockedStep;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.ddl.BoundedDdl;
import io.tallykeep.jobs.retention.ddl.DdlOutcome;
import io.tallykeep.jobs.retention.ddl.TableLocks;
import io.tallykeep.jobs.retention.freeze.GuardWatch;
import io.tallykeep.jobs.retention.guard.GuardGap;
import io.tallykeep.jobs.retention.ledger.FrozenDays;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.replica.ReplicaGate;
import io.tallykeep.jobs.retention.throttle.ServerBusyException;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drop: digest the rows in MySQL once more, look for the archive's files at the current pointer and
 * in the store, record DROPPING, then DROP PARTITION (architecture, section 5.1, step 7).
 *
 * <p>DROPPING says that all was found equal: who finds the partition gone then may trust the proof
 * (docs/adr/0004). A run that finds it still there compares again.
 *
 * <p>The table's lock is held from check to end. If the answer of the DDL is lost, the lock is
 * taken again, which waits for the former session to end, and the table is looked at: gone or
 * there.
 */
final class DropStep implements ProtocolStep {
  private final PartitionWork.Factory works;

  DropStep(PartitionWork.Factory works) {
    this.works = works;
  }

  @Override
  public String word() {
    return "drop";
  }

  @Override
  public StepOutcome run(PartitionRun run) throws SQLException, IOException {
    Dataset dataset = works.datasets().named(run.dataset()).dataset();
    TableLocks locks = new TableLocks(works.servers());
    LockAttempt<TableLock> first = locks.tryAcquire(dataset);
    if (first instanceof LockAttempt.Refused<TableLock> refused) {
      return LockedStep.lockedBy(refused);
    }
    Attempt attempt;
    try (TableLock lock = ((LockAttempt.Held<TableLock>) first).lock()) {
      attempt = attempt(run, lock);
    }
    if (attempt.ddl() instanceof DdlOutcome.AnswerLost lost) {
      return lookAgain(run, locks, lost);
    }
    return attempt.outcome();
  }

  /** What one try came to: an outcome, or a DDL whose answer was lost. */
  private record Attempt(StepOutcome outcome, DdlOutcome ddl) {
    static Attempt of(StepOutcome outcome) {
      return new Attempt(outcome, new DdlOutcome.Done());
    }
  }

  private StepOutcome lookAgain(PartitionRun run, TableLocks locks, DdlOutcome.AnswerLost lost)
      throws SQLException, IOException {
    Optional<TableLock> again = locks.awaitRelease(works.datasets().named(run.dataset()).dataset());
    if (again.isEmpty()) {
      return new StepOutcome.Deferred(
          "DROP_OUTCOME_UNKNOWN",
          "the connection was lost during DROP PARTITION ("
              + lost.detail()
              + ") and its session has not ended yet; the next run looks again.");
    }
    try (TableLock lock = again.get()) {
      return attempt(run, lock).outcome();
    }
  }

  private Attempt attempt(PartitionRun run, TableLock lock) throws SQLException, IOException {
    Optional<StepOutcome> refused = LockedStep.refusedBy(lock.session());
    if (refused.isPresent()) {
      return Attempt.of(refused.get());
    }
    Optional<PartitionWork> there = works.on(run, lock.session());
    if (there.isEmpty()) {
      return Attempt.of(recordGone(run, lock));
    }
    PartitionWork work = there.get();
    List<Objection> objections = objections(work, work.connection());
    if (!objections.isEmpty()) {
      return Attempt.of(PartitionWork.stopped(objections));
    }
    GuardWatch.Reading guard =
        new GuardWatch(works.servers().guardDefinition(work.retained()))
            .check(lock, work.partitionDays());
    if (guard instanceof GuardWatch.Reading.HoldsNot not) {
      return Attempt.of(LockedStep.deferral(not.reason(), not.detail()));
    }
    Optional<StepOutcome> behind = replicasBehind(lock);
    if (behind.isPresent()) {
      return Attempt.of(behind.get());
    }
    if (work.progress() != Progress.DROPPING) {
      work.requireProgress(Progress.HELD);
    }
    Optional<StepOutcome> different = notAsProven(work, run);
    if (different.isPresent()) {
      return Attempt.of(different.get());
    }
    if (work.progress() != Progress.DROPPING) {
      StepOutcome begun =
          PartitionWork.outcome(
              work.transitions().dropping(lock.session(), work.frozenDays(), run.runId()),
              "dropping");
      if (!(begun instanceof StepOutcome.Done)) {
        return Attempt.of(begun);
      }
    }
    // Again: the record of the drop, too, must have reached them, and the digest took its time.
    behind = replicasBehind(lock);
    if (behind.isPresent()) {
      return Attempt.of(behind.get());
    }
    return drop(work, run, lock);
  }

  private Attempt drop(PartitionWork work, PartitionRun run, TableLock lock) throws SQLException {
    DdlOutcome ddl =
        new BoundedDdl(works.servers().settings().drop())
            .execute(lock, statement(work), connection -> objections(work, connection));
    if (ddl instanceof DdlOutcome.Blocked blocked) {
      return Attempt.of(
          new StepOutcome.Deferred(
              "METADATA_LOCK", "DROP PARTITION waited in vain for " + blocked.blockers() + "."));
    }
    if (ddl instanceof DdlOutcome.Stopped stopped) {
      return Attempt.of(PartitionWork.stopped(stopped.objections()));
    }
    if (ddl instanceof DdlOutcome.AnswerLost) {
      return new Attempt(new StepOutcome.Deferred("DROP_OUTCOME_UNKNOWN", ""), ddl);
    }
    return Attempt.of(
        PartitionWork.outcome(
            work.transitions().dropped(lock.session(), work.frozenDays(), run.runId()),
            work.partitionDays() + " dropped"));
  }

  private Optional<StepOutcome> replicasBehind(TableLock lock) throws SQLException {
    List<String> objections =
        new ReplicaGate(works.servers().settings().replicas(), works.servers().settings().source())
            .objections(lock);
    return objections.isEmpty()
        ? Optional.empty()
        : Optional.of(new StepOutcome.Deferred("REPLICA_BEHIND", String.join(" ", objections)));
  }

  private Optional<StepOutcome> notAsProven(PartitionWork work, PartitionRun run)
      throws SQLException, IOException {
    List<String> differences;
    try {
      differences = new AsProven(work, run.runId()).differences();
    } catch (ServerBusyException e) {
      return Optional.of(new StepOutcome.Deferred("SERVER_BUSY", String.valueOf(e.getMessage())));
    }
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(new StepOutcome.Quarantined("NOT_AS_PROVEN", String.join("; ", differences)));
  }

  /** What speaks against taking these rows away now. */
  private static List<Objection> objections(PartitionWork work, Connection connection)
      throws SQLException {
    List<Objection> objections = new ArrayList<>(work.fence().objections(connection));
    objections.addAll(work.holds().objections(connection, work.days()));
    return objections;
  }

  private static String statement(PartitionWork work) {
    return "ALTER TABLE "
        + work.dataset().table().quoted()
        + " DROP PARTITION "
        + work.state().partition().name().quoted();
  }

  /** The partition is gone although the ledger says it was only being dropped. */
  private StepOutcome recordGone(PartitionRun run, TableLock lock) throws SQLException {
    LedgerKey key =
        LedgerKey.of(
            works.servers().controlSchema(), works.datasets().named(run.dataset()).dataset());
    List<LedgerDay> begun =
        DayLedger.days(lock.session().connection(), key).days().stream()
            .filter(day -> day.progress() == Progress.DROPPING)
            .filter(day -> day.tablePartition().equals(Optional.of(run.tablePartition())))
            .filter(day -> day.runId().equals(Optional.of(run.runId())))
            .toList();
    if (begun.isEmpty()) {
      return new StepOutcome.Quarantined(
          "PARTITION_LOST",
          "table partition "
              + run.tablePartition()
              + " of "
              + run.dataset()
              + " is gone, though nobody recorded a drop.");
    }
    Optional<LedgerDay> stopped = begun.stream().filter(DropStep::isStopped).findFirst();
    if (stopped.isPresent()) {
      return new StepOutcome.Quarantined(
          "PARTITION_LOST",
          "table partition "
              + run.tablePartition()
              + " of "
              + run.dataset()
              + " is gone, though its drop was stopped: "
              + stopped.get().attentionReason().orElse("no reason recorded"));
    }
    FrozenDays frozen =
        new FrozenDays(
            new PartitionDays(
                run.tablePartition(), begun.get(0).day(), begun.get(begun.size() - 1).day()),
            begun.get(0).freezeNumber().orElseThrow());
    return PartitionWork.outcome(
        new LedgerTransitions(key).dropped(lock.session(), frozen, run.runId()),
        frozen.days() + " is gone: the drop that was begun took effect");
  }

  /**
   * Whether a comparison at DROPPING failed: then Tallykeep did not drop the partition. A gap in
   * the guard is no such finding. The guard was whole, seen under the table's lock, and the rows
   * were equal when DROPPING was recorded; so that code says only that the guard was made anew
   * since, perhaps after the drop took effect. The day stays quarantined for the judgement of the
   * gap.
   */
  static boolean isStopped(LedgerDay day) {
    return day.attention() == Attention.QUARANTINED
        && !GuardGap.isReason(day.attentionReason().orElse(""));
  }

  @Override
  public void recordStop(PartitionRun run, StepOutcome outcome) throws SQLException {
    works.recordStop(run, outcome);
  }
}
