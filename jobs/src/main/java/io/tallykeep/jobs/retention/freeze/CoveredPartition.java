package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.DaysOutcome.Deferred;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardGap;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.ledger.TransitionOutcome;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import io.tallykeep.verifier.online.TablePartition;
import io.tallykeep.verifier.online.TablePartitions;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds a table partition's days by its real bounds and their ledger rows. */
final class CoveredPartition {
  private final GuardDefinition definition;

  CoveredPartition(GuardDefinition definition) {
    this.definition = definition;
  }

  /** What a step does with a partition's days. */
  @FunctionalInterface
  interface Step {
    DaysOutcome apply(PartitionDays.Reading.Whole whole) throws SQLException;
  }

  /** Does the step, if the partition is there and every one of its days has a ledger row. */
  DaysOutcome act(TableLock lock, String tablePartition, Step step) throws SQLException {
    try {
      PartitionDays.Reading reading = read(lock.session(), tablePartition);
      if (reading instanceof PartitionDays.Reading.Whole whole) {
        return step.apply(whole);
      }
      return new Deferred(
          DeferralReason.NOT_COVERED, ((PartitionDays.Reading.NotWhole) reading).why());
    } catch (SQLException e) {
      if (MysqlError.isLockFailure(e)) {
        return new Deferred(DeferralReason.TABLE_BUSY, GuardWatch.busy(definition, e));
      }
      throw e;
    }
  }

  private PartitionDays.Reading read(Session session, String tablePartition) throws SQLException {
    try {
      Optional<TablePartition> partition =
          TablePartitions.read(session.connection(), definition.dataset()).named(tablePartition);
      if (partition.isEmpty()) {
        return new PartitionDays.Reading.NotWhole(
            "table " + definition.table() + " has no partition " + tablePartition + ".");
      }
      return PartitionDays.read(session, definition.ledgerKey(), partition.get());
    } catch (PartitioningNotSupported e) {
      return new PartitionDays.Reading.NotWhole(String.valueOf(e.getMessage()));
    }
  }

  /** The days that a person must look at first; a gap of the guard is looked at by the step. */
  static Optional<Deferred> quarantined(PartitionDays.Reading.Whole whole) {
    List<LedgerDay> rows =
        whole.rows().stream()
            .filter(row -> row.attention() == Attention.QUARANTINED)
            .filter(row -> !GuardGap.isReason(row.attentionReason().orElse("")))
            .toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Deferred(
            DeferralReason.QUARANTINED,
            whole.days()
                + " has quarantined days: "
                + rows.stream()
                    .map(row -> row.day() + " " + row.attentionReason().orElse(""))
                    .collect(Collectors.joining("; "))));
  }

  /** The days are not where the step begins. */
  static Deferred differs(PartitionDays.Reading.Whole whole, String step) {
    String found =
        whole.rows().stream()
            .map(row -> row.day() + " " + row.progress())
            .limit(5)
            .collect(Collectors.joining(", "));
    return new Deferred(
        DeferralReason.LEDGER_DIFFERS, step + " of " + whole.days() + " finds " + found + ".");
  }

  static DaysOutcome outcome(PartitionDays days, TransitionOutcome outcome) {
    if (outcome instanceof TransitionOutcome.Moved moved) {
      return new DaysOutcome.Done(days, moved.epoch());
    }
    if (outcome instanceof TransitionOutcome.Busy busy) {
      return new Deferred(DeferralReason.LEDGER_BUSY, busy.detail());
    }
    if (outcome instanceof TransitionOutcome.Stopped stopped) {
      return new DaysOutcome.Stopped(stopped.code(), stopped.detail());
    }
    return new Deferred(
        DeferralReason.LEDGER_DIFFERS, ((TransitionOutcome.Refused) outcome).detail());
  }
}
