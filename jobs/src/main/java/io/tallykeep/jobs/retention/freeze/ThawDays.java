package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.DaysOutcome.Done;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.ledger.FrozenDays;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.util.List;

/**
 * Thaws a table partition's days: back to CLOSED, so that live rows can be finished by UPDATE. Ends
 * the freeze: a copy of it can't be published any more. Immutable and thread-safe.
 */
public final class ThawDays {
  private final CoveredPartition covered;
  private final LedgerTransitions transitions;

  public ThawDays(GuardDefinition definition) {
    this.covered = new CoveredPartition(definition);
    this.transitions = new LedgerTransitions(definition.ledgerKey());
  }

  /**
   * Thaws the days; says Done where they are CLOSED already. Deferred from PUBLISHING on, when a
   * snapshot may name the rows.
   *
   * @param lock the table's lock, held throughout
   * @throws SQLException if the server fails; if that was at the commit, call again to find out
   */
  public DaysOutcome thaw(TableLock lock, String tablePartition) throws SQLException {
    return covered.act(lock, tablePartition, whole -> thaw(lock, whole));
  }

  private DaysOutcome thaw(TableLock lock, PartitionDays.Reading.Whole whole) throws SQLException {
    if (whole.allAt(Progress.CLOSED)) {
      return new Done(
          whole.days(), whole.rows().stream().mapToLong(LedgerDay::epoch).max().orElseThrow());
    }
    List<Long> numbers =
        whole.rows().stream()
            .flatMapToLong(row -> row.freezeNumber().stream())
            .distinct()
            .boxed()
            .toList();
    if (numbers.size() != 1) {
      return CoveredPartition.differs(whole, "thawing");
    }
    return CoveredPartition.outcome(
        whole.days(),
        transitions.thaw(lock.session(), new FrozenDays(whole.days(), numbers.get(0))));
  }
}
