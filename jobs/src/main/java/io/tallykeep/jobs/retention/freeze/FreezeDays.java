package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.retention.freeze.DaysOutcome.Deferred;
import io.tallykeep.jobs.retention.freeze.DaysOutcome.Done;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.ledger.FrozenDays;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.ledger.Veto;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Freezes a table partition's days: from the commit on their rows can't be changed. Before it, and
 * again after it, no row may be live and every business key must be online and decided; what the
 * second look finds thaws the days at once. Immutable and thread-safe.
 */
public final class FreezeDays {
  private final CoveredPartition covered;
  private final GuardWatch watch;
  private final RowsReady rowsReady;
  private final LedgerTransitions transitions;

  /** With nobody who could forbid it. */
  public FreezeDays(GuardDefinition definition) {
    this(definition, Veto.NONE);
  }

  /**
   * @param veto asked inside the transaction
   */
  public FreezeDays(GuardDefinition definition, Veto veto) {
    this.covered = new CoveredPartition(definition);
    this.watch = new GuardWatch(definition);
    this.rowsReady = new RowsReady(definition.dataset());
    this.transitions = new LedgerTransitions(definition.ledgerKey(), veto);
  }

  /**
   * Freezes the days; says Done, with the freeze number, where they are frozen or further already.
   *
   * @param lock the table's lock, held throughout
   * @throws SQLException if the server fails; if that was at the commit, call again to find out
   */
  public DaysOutcome freeze(TableLock lock, String tablePartition) throws SQLException {
    return covered.act(lock, tablePartition, whole -> freeze(lock, whole));
  }

  private DaysOutcome freeze(TableLock lock, PartitionDays.Reading.Whole whole)
      throws SQLException {
    OptionalLong frozen = freezeNumber(whole);
    if (frozen.isPresent()) {
      FrozenDays days = new FrozenDays(whole.days(), frozen.getAsLong());
      // The run that froze them may have ended before its second look.
      return whole.allAt(Progress.FROZEN)
          ? lookAgain(lock, days)
          : new Done(whole.days(), frozen.getAsLong());
    }
    if (!whole.allAt(Progress.CLOSED)) {
      return CoveredPartition.differs(whole, "freezing");
    }
    Optional<Deferred> quarantined = CoveredPartition.quarantined(whole);
    if (quarantined.isPresent()) {
      return quarantined.get();
    }
    GuardWatch.Reading guard = watch.check(lock, whole.days());
    if (guard instanceof GuardWatch.Reading.HoldsNot not) {
      return not.deferred();
    }
    Optional<Deferred> unready = unready(lock.session(), whole.days());
    if (unready.isPresent()) {
      return unready.get();
    }
    GuardWatch.Reading.Holds holds = (GuardWatch.Reading.Holds) guard;
    Session session = lock.session();
    TransitionOutcome outcome =
        transitions.freeze(
            session,
            whole.days(),
            holds.guard().youngDays(),
            watch.stillThere(session, holds.guard()));
    if (outcome instanceof TransitionOutcome.Moved moved) {
      return lookAgain(lock, new FrozenDays(whole.days(), moved.epoch()));
    }
    return CoveredPartition.outcome(whole.days(), outcome);
  }

  /** The one freeze all days belong to, if they are frozen or further. */
  private static OptionalLong freezeNumber(PartitionDays.Reading.Whole whole) {
    List<OptionalLong> numbers =
        whole.rows().stream()
            .map(
                row ->
                    row.progress().isAtLeast(Progress.FROZEN)
                        ? row.freezeNumber()
                        : OptionalLong.empty())
            .distinct()
            .toList();
    return numbers.size() == 1 ? numbers.get(0) : OptionalLong.empty();
  }

  private DaysOutcome lookAgain(TableLock lock, FrozenDays frozen) throws SQLException {
    Optional<Deferred> unready = unready(lock.session(), frozen.days());
    if (unready.isEmpty()) {
      return new Done(frozen.days(), frozen.freezeNumber());
    }
    TransitionOutcome thawed = transitions.thaw(lock.session(), frozen);
    if (thawed instanceof TransitionOutcome.Moved) {
      return unready.get();
    }
    return new Deferred(
        unready.get().reason(),
        unready.get().detail() + " They are still frozen: " + thawed + ". Run it again.");
  }

  private Optional<Deferred> unready(Session session, PartitionDays days) throws SQLException {
    List<RowsFinding> findings = rowsReady.check(session, Identifier.of(days.tablePartition()));
    if (findings.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Deferred(
            DeferralReason.ROWS_NOT_READY,
            days
                + " holds "
                + findings.stream().map(RowsFinding::toString).collect(Collectors.joining("; and "))
                + ". Let them be finished; the days stay closed and can still be updated."));
  }
}
