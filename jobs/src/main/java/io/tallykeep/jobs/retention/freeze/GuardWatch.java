package io.tallykeep.jobs.retention.freeze;

import io.tallykeep.jobs.retention.freeze.DaysOutcome.Deferred;
import io.tallykeep.jobs.retention.guard.Finding;
import io.tallykeep.jobs.retention.guard.GuardDefinition;
import io.tallykeep.jobs.retention.guard.GuardGap;
import io.tallykeep.jobs.retention.guard.GuardInspection;
import io.tallykeep.jobs.retention.guard.GuardStatus;
import io.tallykeep.jobs.retention.ledger.LedgerTransitions.LastLook;
import io.tallykeep.jobs.retention.ledger.PartitionDays;
import io.tallykeep.jobs.retention.ledger.Youth;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.MysqlError;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a table's guard holds for a partition's days, and has since they were closed: what close,
 * freeze and drop ask under the table's lock before they act. Immutable and thread-safe.
 */
public final class GuardWatch {
  private final GuardDefinition definition;
  private final GuardInspection inspection;
  private final GuardGap gap;
  private final ServerClock clock;
  private final OpenTransactions transactions = new OpenTransactions();

  public GuardWatch(GuardDefinition definition) {
    this.definition = definition;
    this.inspection = new GuardInspection(definition);
    this.gap = new GuardGap(definition);
    this.clock = new ServerClock(definition.controlSchema());
  }

  /** What was found. */
  public sealed interface Reading {
    /** It holds; no transaction can have a write it did not see. */
    record Holds(GuardStatus.Healthy guard) implements Reading {}

    /** It does not, or that can't be decided. */
    record HoldsNot(DeferralReason reason, String detail) implements Reading {
      Deferred deferred() {
        return new Deferred(reason, detail);
      }
    }
  }

  /**
   * Looks now. Days found closed before the guard was created are QUARANTINED, and cleared again if
   * they are shown to be sound.
   *
   * @param lock the table's lock
   * @throws SQLException if the server fails
   */
  public Reading check(TableLock lock, PartitionDays days) throws SQLException {
    try {
      return look(lock, days);
    } catch (SQLException e) {
      if (MysqlError.isLockFailure(e)) {
        return new Reading.HoldsNot(DeferralReason.TABLE_BUSY, busy(definition, e));
      }
      throw e;
    }
  }

  /** What to say when a read could not have a metadata lock. */
  static String busy(GuardDefinition definition, SQLException e) {
    return "table "
        + definition.table()
        + " or its control tables could not be read in time ("
        + e.getMessage()
        + "): somebody's DDL is waiting for them, or running. The next run tries again.";
  }

  private Reading look(TableLock lock, PartitionDays days) throws SQLException {
    Session session = lock.session();
    Optional<String> wrongClock = clock.observe(session);
    if (wrongClock.isPresent()) {
      return new Reading.HoldsNot(DeferralReason.CLOCK_BEHIND, wrongClock.get());
    }
    GuardStatus status = inspection.status(session);
    if (status instanceof GuardStatus.Healthy healthy) {
      return check(lock, days, healthy);
    }
    return notHealthy(status);
  }

  /** For a transaction's last look: the guard is still the one that was checked. */
  LastLook stillThere(Session session, GuardStatus.Healthy guard) {
    return () ->
        inspection.isStill(session, guard)
            ? List.of()
            : List.of("the guard of " + definition.table() + " was changed meanwhile.");
  }

  private Reading check(TableLock lock, PartitionDays days, GuardStatus.Healthy guard)
      throws SQLException {
    Session session = lock.session();
    LocalDateTime youthOver = new Youth(guard.youngDays()).overEverywhere(days.last());
    LocalDateTime now =
        session
            .first("SELECT SYSDATE(6)", row -> row.getObject(1, LocalDateTime.class))
            .orElseThrow();
    if (now.isBefore(youthOver)) {
      return new Reading.HoldsNot(
          DeferralReason.STILL_YOUNG,
          days
              + " of "
              + definition.table()
              + " can be young in some session's zone until "
              + youthOver
              + " UTC (the guard calls "
              + guard.youngDays()
              + " days young); the server says "
              + now
              + " UTC.");
    }
    OpenTransactions.Reading open = transactions.read(session, guard.newestCreatedAt(), youthOver);
    if (open instanceof OpenTransactions.Reading.Blocked blocked) {
      return new Reading.HoldsNot(
          DeferralReason.OPEN_TRANSACTION,
          "transactions that could hold a write the guard did not see are open: "
              + blocked
              + ". Let them end, or end them.");
    }
    if (open instanceof OpenTransactions.Reading.Hidden hidden) {
      return new Reading.HoldsNot(DeferralReason.TRANSACTIONS_HIDDEN, hidden.detail());
    }
    return withoutGap(lock, days, guard);
  }

  private Reading withoutGap(TableLock lock, PartitionDays days, GuardStatus.Healthy guard)
      throws SQLException {
    if (gap.examine(lock, guard) instanceof GuardGap.Outcome.Unsound unsound) {
      List<LocalDate> here = unsound.days().stream().filter(days.days()::contains).toList();
      if (!here.isEmpty()) {
        return new Reading.HoldsNot(
            DeferralReason.GUARD_GAP,
            "the guard of "
                + definition.table()
                + " is younger than the closing of "
                + here
                + ": "
                + unsound.why());
      }
    }
    return new Reading.Holds(guard);
  }

  private Reading notHealthy(GuardStatus status) {
    if (status instanceof GuardStatus.Broken broken) {
      return new Reading.HoldsNot(
          DeferralReason.GUARD_BROKEN,
          broken.findings().stream().map(Finding::toString).collect(Collectors.joining(" ")));
    }
    return new Reading.HoldsNot(
        DeferralReason.GUARD_ABSENT,
        "table " + definition.table() + " has no guard. Run 'guard install'.");
  }
}
