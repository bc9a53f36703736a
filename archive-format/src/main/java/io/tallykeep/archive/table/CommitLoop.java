package io.tallykeep.archive.table;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.CommitOutcome.AlreadyCommitted;
import io.tallykeep.archive.table.CommitOutcome.Committed;
import io.tallykeep.archive.table.CommitOutcome.NotCommitted;
import io.tallykeep.archive.table.CommitOutcome.Reason;
import io.tallykeep.archive.table.CommitOutcome.Unknown;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a change once, whatever happens on the way.
 *
 * <p>Each try starts from the current head: is the run id in its history, then nothing is done
 * again; else a new operation with a new snapshot id is built on exactly that head. Only a commit
 * that certainly did not happen is tried again; an unknown one ends the loop.
 */
final class CommitLoop {
  private static final Logger LOG = LoggerFactory.getLogger(CommitLoop.class);
  private static final int TRIES = 6;
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final TableStore store;
  private final ArchiveSchema schema;

  CommitLoop(TableStore store, ArchiveSchema schema) {
    this.store = store;
    this.schema = schema;
  }

  CommitOutcome commit(TableChange change, CommitGuard guard) {
    NotCommitted last = new NotCommitted(Reason.CONFLICT, store + ": no try was made.");
    for (int tried = 1; tried <= TRIES; tried++) {
      CommitOutcome outcome = attempt(change, guard);
      if (!(outcome instanceof NotCommitted refused) || !startsOver(refused.reason())) {
        return outcome;
      }
      last = refused;
      LOG.info("{} (try {} of {}): {}", change.describe(), tried, TRIES, refused.detail());
      pause(tried);
    }
    return last;
  }

  private static boolean startsOver(Reason reason) {
    return switch (reason) {
      case CONFLICT, NOT_APPLIED -> true;
      case GUARD_REFUSED, FOREIGN_HEAD -> false;
    };
  }

  private CommitOutcome attempt(TableChange change, CommitGuard guard) {
    Optional<Pointer> pointer = store.pointer();
    if (pointer.isEmpty()) {
      return new NotCommitted(
          Reason.FOREIGN_HEAD, store + " is no longer in the catalog: somebody removed it.");
    }
    String head = pointer.get().metadataLocation();
    Optional<PublishedRun> earlier =
        new RunHistory(store.metadataFiles().read(head)).find(change.runId());
    if (earlier.isEmpty() && pointer.get().isForeign()) {
      return foreign(pointer.get());
    }
    ArchiveSnapshot now = ArchiveSnapshot.load(store, schema, head);
    if (earlier.isPresent()) {
      change.checkSame(earlier.get(), store, now);
      return new AlreadyCommitted(earlier.get().snapshotId(), earlier.get().sequence(), head);
    }
    ArchiveTableOperations operations =
        new ArchiveTableOperations(store, store.toString(), Optional.of(head), guard);
    try {
      SnapshotUpdate<?> update =
          change.prepare(new BaseTable(operations, store.toString()), store, now);
      update.set(SummaryKeys.RUN_ID, change.runId());
      change.summary().forEach(update::set);
      update.commit();
    } catch (CommitRefusedException e) {
      return new NotCommitted(e.result().reason(), e.result().detail());
    } catch (CommitUnknownException e) {
      LOG.warn("{}: outcome unknown: {}", change.describe(), e.detail());
      LOG.debug("{}: the failure", change.describe(), e);
      return new Unknown(e.detail());
    }
    return committed(change, operations.head().orElseThrow());
  }

  private NotCommitted foreign(Pointer pointer) {
    return new NotCommitted(
        Reason.FOREIGN_HEAD,
        store
            + ": the catalog points to "
            + pointer.metadataLocation()
            + " but Tallykeep committed "
            + pointer.ownHead().orElse("nothing")
            + " last: somebody else wrote to the table. Audit it before any further commit.");
  }

  private Committed committed(TableChange change, String written) {
    ArchiveSnapshot after = ArchiveSnapshot.load(store, schema, written);
    change.checkLanded(after);
    Snapshot snapshot = store.metadataFiles().read(written).currentSnapshot();
    return new Committed(snapshot.snapshotId(), snapshot.sequenceNumber(), written);
  }

  private static void pause(int tried) {
    long most = LONGEST_PAUSE.toNanos() * tried;
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most / 4, most));
  }
}
