package io.tallykeep.jobs.retention.provision;

import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.guard.GuardInspection;
import io.tallykeep.jobs.retention.guard.GuardStatus;
import io.tallykeep.jobs.retention.ledger.LedgerProvision;
import io.tallykeep.jobs.retention.plan.PartitionState;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.online.PartitioningNotSupported;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives the days of new partitions their ledger rows. Only young days: what was written on an older
 * one before it had a row is not known, so that day can never be called covered.
 */
final class YoungDays {
  private final RetentionServers servers;
  private final RetainedDataset retained;

  YoungDays(RetentionServers servers, RetainedDataset retained) {
    this.servers = servers;
    this.retained = retained;
  }

  /**
   * Covers every young day beyond the newest ledger row, if the dataset is adopted.
   *
   * @param session the one that holds the table's lock
   * @return quarantined, with the younger days covered, if some day came too late
   */
  StepOutcome cover(Session session) throws SQLException {
    TableState state = state(session);
    if (state.ledger().isEmpty()) {
      return new StepOutcome.Done("not adopted yet, so no ledger rows");
    }
    LocalDate newest = state.ledger().get(state.ledger().size() - 1).day();
    int youngDays = youngDays(session);
    LocalDate firstYoung = firstYoung(session, youngDays);
    LedgerProvision ledger =
        new LedgerProvision(LedgerKey.of(servers.controlSchema(), retained.dataset()));
    List<LocalDate> tooLate = new ArrayList<>();
    int days = 0;
    for (PartitionState partition : state.partitions()) {
      List<LocalDate> uncovered = uncovered(partition, newest);
      List<LocalDate> young = uncovered.stream().filter(day -> !day.isBefore(firstYoung)).toList();
      uncovered.stream().filter(day -> day.isBefore(firstYoung)).forEach(tooLate::add);
      if (!young.isEmpty()) {
        StepOutcome covered =
            PartitionWork.outcome(
                ledger.cover(session, partition.partition(), young, youngDays), "");
        if (!(covered instanceof StepOutcome.Done)) {
          return covered;
        }
        days += young.size();
      }
    }
    return tooLate.isEmpty()
        ? new StepOutcome.Done(days + " day(s) covered")
        : tooLate(tooLate, days);
  }

  private static StepOutcome tooLate(List<LocalDate> tooLate, int days) {
    return new StepOutcome.Quarantined(
        "DAYS_TOO_LATE",
        tooLate.size()
            + " day(s), "
            + tooLate.get(0)
            + " to "
            + tooLate.get(tooLate.size() - 1)
            + ", had no partition or no ledger row while they were young, and never get one:"
            + " look-ups of them are undecidable, and their partitions stay online. Run provision"
            + " every night. "
            + days
            + " younger day(s) covered.");
  }

  /** The installed triggers decide what is young, where they say less than the configuration. */
  private int youngDays(Session session) throws SQLException {
    int configured = retained.windows().youngDays();
    GuardStatus guard = new GuardInspection(servers.guardDefinition(retained)).status(session);
    return guard instanceof GuardStatus.Healthy healthy
        ? Math.min(healthy.youngDays(), configured)
        : configured;
  }

  private static LocalDate firstYoung(Session session, int youngDays) throws SQLException {
    return session
        .first(
            "SELECT DATE(SYSDATE()) - INTERVAL ? DAY",
            row -> row.getObject(1, LocalDate.class),
            youngDays)
        .orElseThrow();
  }

  private static List<LocalDate> uncovered(PartitionState partition, LocalDate newest) {
    Optional<LocalDate> upper = partition.partition().upperExclusive();
    LocalDate next = newest.plusDays(1);
    if (upper.isEmpty() || !upper.get().isAfter(next)) {
      return List.of();
    }
    LocalDate first =
        partition.partition().lowerInclusive().filter(lower -> lower.isAfter(next)).orElse(next);
    return first.datesUntil(upper.get()).toList();
  }

  private TableState state(Session session) throws SQLException {
    try {
      return TableState.read(session.connection(), servers.controlSchema(), retained.dataset());
    } catch (PartitioningNotSupported e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
