package io.tallykeep.jobs.retention;

import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.fence.Fence;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.jobs.retention.ledger.FrozenDays;
import io.tallykeep.jobs.retention.ledger.LedgerAttention;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** One table partition a step works on, and what it may change about it. Not thread-safe. */
public final class PartitionWork extends PartitionView {
  private final Fence fence;

  private PartitionWork(
      Factory factory, RetainedDataset retained, Session session, PartitionState state) {
    super(factory.servers, retained, session, state);
    this.fence = factory.fence;
  }

  /** Opens the work of a run. */
  public static final class Factory {
    private final RetentionServers servers;
    private final RetainedDatasets datasets;
    private final Fence fence;

    /**
     * @param fence the lease the run works under
     */
    public Factory(RetentionServers servers, RetainedDatasets datasets, Fence fence) {
      this.servers = servers;
      this.datasets = datasets;
      this.fence = fence;
    }

    Opened open(PartitionRun run) throws SQLException {
      Session session = Session.open(servers.source());
      boolean opened = false;
      try {
        Opened work = new Opened(session, on(run, session));
        opened = true;
        return work;
      } finally {
        if (!opened) {
          session.close();
        }
      }
    }

    /**
     * The work of a run on a session that is there already, such as the one that holds the table's
     * lock; empty if the table has no such partition.
     */
    public Optional<PartitionWork> on(PartitionRun run, Session session) throws SQLException {
      RetainedDataset retained = datasets.named(run.dataset());
      try {
        return TableState.read(session.connection(), servers.controlSchema(), retained.dataset())
            .named(run.tablePartition())
            .map(state -> new PartitionWork(this, retained, session, state));
      } catch (PartitioningNotSupported e) {
        throw new IllegalStateException(e.getMessage(), e);
      }
    }

    /**
     * Records in the ledger, for the partition's days, that the run stopped and why; not when it
     * stopped because another worker has taken its place, which knows better.
     */
    public void recordStop(PartitionRun run, StepOutcome outcome) throws SQLException {
      try (Opened opened = open(run)) {
        boolean lost = !fence.leaseObjections(opened.session().connection()).isEmpty();
        if (opened.work().isPresent() && !lost) {
          opened.work().get().recordStop(outcome);
        }
      }
    }

    public RetentionServers servers() {
      return servers;
    }

    public RetainedDatasets datasets() {
      return datasets;
    }

    public Fence fence() {
      return fence;
    }
  }

  /** Work with its connection; empty where the table has no such partition. */
  public record Opened(Session session, Optional<PartitionWork> work) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      session.close();
    }
  }

  private void recordStop(StepOutcome outcome) throws SQLException {
    LedgerAttention attention = new LedgerAttention(ledgerKey());
    if (outcome instanceof StepOutcome.Deferred deferred) {
      attention.defer(session(), days(), deferred.code() + ": " + deferred.reason());
    } else if (outcome instanceof StepOutcome.Quarantined quarantined) {
      attention.quarantine(session(), days(), quarantined.code() + ": " + quarantined.reason());
    }
  }

  public Fence fence() {
    return fence;
  }

  public LedgerTransitions transitions() {
    return new LedgerTransitions(ledgerKey(), fence.and(holds()));
  }

  /** The legal holds on the dataset. */
  public LegalHolds holds() {
    return new LegalHolds(ledgerKey());
  }

  private LedgerKey ledgerKey() {
    return LedgerKey.of(servers().controlSchema(), dataset());
  }

  /** The partition's days. */
  public PartitionDays partitionDays() {
    List<LocalDate> days = days();
    return new PartitionDays(
        state().partition().name().value(), days.get(0), days.get(days.size() - 1));
  }

  /** The partition's days as their freeze left them. */
  public FrozenDays frozenDays() {
    return new FrozenDays(partitionDays(), freezeNumber());
  }

  /** Done with these words if the ledger moved, else deferred or stopped with the ledger's. */
  public static StepOutcome outcome(TransitionOutcome transition, String done) {
    if (transition instanceof TransitionOutcome.Moved) {
      return new StepOutcome.Done(done);
    }
    if (transition instanceof TransitionOutcome.Busy busy) {
      return new StepOutcome.Deferred("LEDGER_BUSY", busy.detail());
    }
    if (transition instanceof TransitionOutcome.Stopped stopped) {
      return new StepOutcome.Stopped(stopped.code(), stopped.detail());
    }
    return new StepOutcome.Deferred(
        "LEDGER_REFUSED", ((TransitionOutcome.Refused) transition).detail());
  }

  /**
   * What a step says that was forbidden to go on.
   *
   * @param objections at least one
   */
  public static StepOutcome stopped(List<Objection> objections) {
    return new StepOutcome.Stopped(objections.get(0).code().name(), Objection.text(objections));
  }

  /** Insists on a progress that only a step before this one could have left. */
  public void requireProgress(Progress expected) {
    if (progress() != expected) {
      throw new IllegalStateException(
          "table partition "
              + state().partition().name()
              + " of "
              + dataset().name()
              + " is "
              + progress()
              + ", not "
              + expected
              + ": somebody else changed it meanwhile. Run the job again.");
    }
  }

  /** What every commit to the archive table depends on. */
  public ArchiveCommits commits(ArchiveTable table) {
    return new ArchiveCommits(fence, ledgerKey(), table);
  }
}
