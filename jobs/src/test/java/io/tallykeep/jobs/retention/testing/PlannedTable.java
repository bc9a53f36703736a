package io.tallykeep.jobs.retention.testing;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.Windows;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.plan.TableState;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.online.TablePartition;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table's partitions and ledger written down by hand, for plans. Online window 7 days, hold 2
 * days, identity window 90 days, partitions 7 days ahead.
 */
public final class PlannedTable {
  public static final String RUN = "run-1";
  private final List<TablePartition> partitions = new ArrayList<>();
  private final List<LedgerDay> ledger = new ArrayList<>();

  /** The dataset of all plans. */
  public static RetainedDataset retained() {
    return new RetainedDataset(
        new Dataset(
            "inbox",
            0,
            TableName.parse("pay.inbox"),
            TableName.parse("ctl.late_inbox"),
            List.of(Identifier.of("consumer"), Identifier.of("event_id")),
            Identifier.of("event_day"),
            EventDayOrigin.EVENT_TIME,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty()),
        new Windows(7, 3, 2, 90, 7));
  }

  /** Adds a partition above the last one. */
  public PlannedTable partition(String name, String endExclusive) {
    return add(name, Optional.of(LocalDate.parse(endExclusive)));
  }

  /** Adds the MAXVALUE partition. */
  public PlannedTable catchAll(String name) {
    return add(name, Optional.empty());
  }

  private PlannedTable add(String name, Optional<LocalDate> upper) {
    Optional<LocalDate> lower =
        partitions.isEmpty()
            ? Optional.empty()
            : partitions.get(partitions.size() - 1).upperExclusive();
    partitions.add(new TablePartition(Identifier.of(name), lower, upper, partitions.size() + 1));
    return this;
  }

  /** Adds ledger rows, first and last day included. */
  public PlannedTable days(String partition, String first, String last, Progress progress) {
    LocalDate.parse(first)
        .datesUntil(LocalDate.parse(last).plusDays(1))
        .forEach(day -> ledger.add(day(partition, day, progress)));
    return this;
  }

  /** Adds one ledger row that a person must look at. */
  public PlannedTable quarantined(String partition, String day, Progress progress) {
    LedgerDay row = day(partition, LocalDate.parse(day), progress);
    ledger.add(
        new LedgerDay(
            row.day(),
            row.progress(),
            Attention.QUARANTINED,
            Optional.of("PROOF_FAILED: a digest differs"),
            row.epoch(),
            row.freezeNumber(),
            row.tablePartition(),
            row.runId(),
            row.snapshotSequence(),
            row.rowCount(),
            row.digest(),
            row.holdUntil()));
    return this;
  }

  /** Past FROZEN a run has taken the day on; once HELD it is held for two days after its own. */
  private static LedgerDay day(String partition, LocalDate day, Progress progress) {
    boolean taken = progress.isAtLeast(Progress.COPIED);
    boolean held = progress.isAtLeast(Progress.HELD);
    return new LedgerDay(
        day,
        progress,
        Attention.NONE,
        Optional.empty(),
        1,
        progress.isAtLeast(Progress.FROZEN) ? OptionalLong.of(1) : OptionalLong.empty(),
        Optional.of(partition),
        taken ? Optional.of(RUN) : Optional.empty(),
        0,
        held ? OptionalLong.of(5) : OptionalLong.empty(),
        Optional.empty(),
        held ? Optional.of(day.plusDays(12)) : Optional.empty());
  }

  public TableState state() {
    return TableState.of(partitions, ledger);
  }

  public List<TablePartition> partitions() {
    return List.copyOf(partitions);
  }

  /** A legal hold that holds. */
  public static LegalHold hold(long id, String first, String last) {
    return new LegalHold(
        id,
        LocalDate.parse(first),
        LocalDate.parse(last),
        new LegalHold.Mark("2026-03-01 00:00:00", "Ada", "a court's order"),
        Optional.empty());
  }
}
