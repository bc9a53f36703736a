package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.DaysOutcome.Deferred;
import io.tallykeep.jobs.retention.freeze.DaysOutcome.Done;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.ledger.Veto;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Closes a table partition's days: from the commit on they take no new rows, and no transaction
 * that began before can still bring one. Immutable and thread-safe.
 */
public final class CloseDays {
  private final CoveredPartition covered;
  private final GuardWatch watch;
  private final LedgerTransitions transitions;

  /** With nobody who could forbid it. */
  public CloseDays(GuardDefinition definition) {
    this(definition, Veto.NONE);
  }

  /**
   * @param veto asked inside the transaction
   */
  public CloseDays(GuardDefinition definition, Veto veto) {
    this.covered = new CoveredPartition(definition);
    this.watch = new GuardWatch(definition);
    this.transitions = new LedgerTransitions(definition.ledgerKey(), veto);
  }

  /**
   * Closes the days; says Done where they are closed, or further, already.
   *
   * @param lock the table's lock, held throughout
   * @throws SQLException if the server fails; if that was at the commit, call again to find out
   */
  public DaysOutcome close(TableLock lock, String tablePartition) throws SQLException {
    return covered.act(lock, tablePartition, whole -> close(lock, whole));
  }

  private DaysOutcome close(TableLock lock, PartitionDays.Reading.Whole whole) throws SQLException {
    if (whole.rows().stream().allMatch(row -> row.progress().isAtLeast(Progress.CLOSED))) {
      return new Done(
          whole.days(), whole.rows().stream().mapToLong(LedgerDay::epoch).max().orElseThrow());
    }
    if (!whole.allAt(Progress.ONLINE)) {
      return CoveredPartition.differs(whole, "closing");
    }
    Optional<Deferred> quarantined = CoveredPartition.quarantined(whole);
    if (quarantined.isPresent()) {
      return quarantined.get();
    }
    GuardWatch.Reading guard = watch.check(lock, whole.days());
    if (guard instanceof GuardWatch.Reading.Holds holds) {
      Session session = lock.session();
      return CoveredPartition.outcome(
          whole.days(),
          transitions.close(
              session,
              whole.days(),
              holds.guard().youngDays(),
              watch.stillThere(session, holds.guard())));
    }
    return ((GuardWatch.Reading.HoldsNot) guard).deferred();
  }
}
