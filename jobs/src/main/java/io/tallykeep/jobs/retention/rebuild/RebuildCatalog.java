package io.tallykeep.jobs.retention.rebuild;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.CatalogRecovery;
import io.tallykeep.archive.table.CatalogRecovery.Inspection;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.archive.table.SummaryKeys;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.late.LateRuns;
import io.tallykeep.jobs.retention.ledger.LedgerSequences;
import io.tallykeep.jobs.retention.rebuild.RebuildReport.Item;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import io.tallykeep.verifier.ledger.Progress;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares a dataset's control rows with its bucket and puts back what is missing: first the
 * ledger's snapshot sequences, which can only make look-ups more careful, then the records of data
 * files and of attempts on late rows, last the pointer.
 */
public final class RebuildCatalog {
  private final RetentionServers servers;
  private final Dataset dataset;
  private final boolean apply;
  private final List<Item> changes = new ArrayList<>();
  private final List<Item> attention = new ArrayList<>();

  /** Days whose ledger rows are missing, or behind their publication in the bucket. */
  private final Set<LocalDate> behind = new TreeSet<>();

  /** Whether the pointer, or a sequence, was found to be older than the bucket. */
  private boolean older;

  private RebuildCatalog(RetentionServers servers, Dataset dataset, boolean apply) {
    this.servers = servers;
    this.dataset = dataset;
    this.apply = apply;
  }

  /** Says what would be put back. Changes nothing. */
  public static RebuildReport plan(RetentionServers servers, Dataset dataset) throws SQLException {
    return new RebuildCatalog(servers, dataset, false).run();
  }

  /**
   * Puts it back, while no job that commits to the archive runs; one that does is not waited for.
   *
   * @throws SQLException if MySQL fails: what was put back by then is right; run it again
   */
  public static RebuildReport apply(RetentionServers servers, Dataset dataset) throws SQLException {
    return new RebuildTurn(servers, dataset)
        .take(() -> new RebuildCatalog(servers, dataset, true).run());
  }

  private RebuildReport run() throws SQLException {
    try (Session session = Session.open(servers.source())) {
      ArchiveSchema schema = servers.schema(session.connection(), dataset);
      CatalogRecovery recovery = servers.catalog().recovery(dataset, schema);
      Inspection inspection = recovery.inspect();
      if (inspection instanceof Inspection.Refused refused) {
        attention.add(new Item(refused.code(), refused.detail()));
        return report(Optional.empty());
      }
      Inspection.Found found = (Inspection.Found) inspection;
      LedgerKey key = LedgerKey.of(servers.controlSchema(), dataset);
      List<LedgerDay> ledger = DayLedger.days(session.connection(), key).days();
      Optional<LedgerDay> ahead =
          ledger.stream().filter(day -> day.snapshotSequence() > found.sequence()).findFirst();
      if (ahead.isPresent()) {
        attention.add(
            new Item(
                "METADATA_LOST",
                found.metadataLocation()
                    + " is the newest metadata file, of snapshot sequence "
                    + found.sequence()
                    + ", but the ledger says of "
                    + ahead.get().day()
                    + " that the archive had come to "
                    + ahead.get().snapshotSequence()
                    + ": newer metadata is gone from the bucket. Restore it."));
        return report(Optional.of(found.metadataLocation()));
      }
      days(session, key, ledger, found);
      files(session, schema, recovery, found);
      lateRuns(session, key, found);
      pointer(recovery, found);
      lateRows(ledger);
      return report(Optional.of(found.metadataLocation()));
    }
  }

  private RebuildReport report(Optional<String> location) {
    return new RebuildReport(dataset.name(), location, changes, attention, Optional.empty());
  }

  private void days(Session session, LedgerKey key, List<LedgerDay> ledger, Inspection.Found found)
      throws SQLException {
    Map<LocalDate, Long> archived = new TreeMap<>();
    Set<LocalDate> published = new TreeSet<>();
    Set<Long> late = lateSequences(found);
    for (ArchivedFile file : found.snapshot().allFiles()) {
      archived.merge(file.eventDay(), file.sequence(), Math::max);
      if (!late.contains(file.sequence())) {
        published.add(file.eventDay());
      }
    }
    Map<LocalDate, LedgerDay> rows =
        ledger.stream().collect(Collectors.toMap(LedgerDay::day, day -> day));
    Map<LocalDate, Long> raise = new TreeMap<>();
    archived.forEach(
        (day, sequence) -> {
          LedgerDay row = rows.get(day);
          if (row == null) {
            behind.add(day);
            attention.add(
                new Item(
                    "NOT_COVERED",
                    day
                        + " has files in the archive and no row in the day ledger: look-ups of it"
                        + " stay undecidable. The bucket can't tell whether it had rows elsewhere:"
                        + " restore the control schema's day_ledger and late table."));
            return;
          }
          if (row.snapshotSequence() < sequence) {
            raise.put(day, sequence);
          }
          // Late rows of a day are archived from its closing on.
          Progress least = published.contains(day) ? Progress.PUBLISHING : Progress.CLOSED;
          if (!row.progress().isAtLeast(least)) {
            behind.add(day);
            attention.add(
                new Item(
                    "LEDGER_BEHIND",
                    day
                        + " is "
                        + row.progress()
                        + " in the day ledger, but the archive holds a publication of it: the"
                        + " ledger is older than the bucket. If its table partition is gone,"
                        + " look-ups of it stay undecidable; restore a newer day_ledger."));
          }
        });
    if (raise.isEmpty()) {
      return;
    }
    older = true;
    changes.add(
        new Item(
            "LEDGER_SEQUENCE", "the snapshot sequence of " + raise.size() + " day(s): " + raise));
    if (apply) {
      LedgerSequences.raise(session, key, raise);
    }
  }

  /** The commits that brought late rows. */
  private static Set<Long> lateSequences(Inspection.Found found) {
    return found.runs().stream()
        .filter(
            run -> LateRuns.TABLE_PARTITION.equals(run.summary().get(SummaryKeys.TABLE_PARTITION)))
        .map(PublishedRun::sequence)
        .collect(Collectors.toSet());
  }

  /** An attempt that an old record says is unproven may have been proven since. */
  private void lateRuns(Session session, LedgerKey key, Inspection.Found found)
      throws SQLException {
    LateRuns runs = new LateRuns(key);
    Set<String> unproven = runs.unproven(session);
    for (PublishedRun run : found.runs()) {
      if (run.isPublish() && unproven.contains(run.runId())) {
        changes.add(
            new Item(
                "LATE_RUN", "run " + run.runId() + ", which is in the archive's history, is DONE"));
        if (apply) {
          runs.keepArchived(session, run.runId(), run.sequence());
        }
      }
    }
  }

  /** Late rows that left MySQL's late table with the restored dump are nowhere to be seen. */
  private void lateRows(List<LedgerDay> ledger) {
    Set<LocalDate> days = new TreeSet<>(behind);
    ledger.stream()
        .filter(day -> day.progress().isAtLeast(Progress.CLOSED))
        .filter(day -> day.progress() != Progress.EXPIRED)
        .forEach(day -> days.add(day.day()));
    if (!days.isEmpty() && (older || !behind.isEmpty())) {
      attention.add(
          new Item(
              "LATE_ROWS_UNKNOWN",
              "the control schema was older than the bucket. If it was restored from a dump, late"
                  + " rows written since are lost, and look-ups answer UNSEEN for them: bring them"
                  + " back from the consumers' side before anybody asks or replays, for "
                  + days));
    }
  }

  private void files(
      Session session, ArchiveSchema schema, CatalogRecovery recovery, Inspection.Found found)
      throws SQLException {
    ArchiveFiles record = new ArchiveFiles(servers.controlSchema());
    Set<String> known = record.paths(session.connection(), dataset);
    Map<Long, List<String>> missing = new HashMap<>();
    found.snapshot().allFiles().stream()
        .filter(file -> !known.contains(file.path()))
        .forEach(
            file ->
                missing
                    .computeIfAbsent(file.sequence(), ignored -> new ArrayList<>())
                    .add(file.path()));
    for (PublishedRun run : found.runs()) {
      List<String> paths = missing.getOrDefault(run.sequence(), List.of());
      if (run.isPublish() && !paths.isEmpty()) {
        files(session, schema, recovery.filesOf(found, run), run, known);
      }
    }
  }

  private void files(
      Session session,
      ArchiveSchema schema,
      List<ArchivedFile> ofRun,
      PublishedRun run,
      Set<String> known)
      throws SQLException {
    String what = "run " + run.runId() + " of " + run.summary().get(SummaryKeys.TABLE_PARTITION);
    if (!apply) {
      changes.add(new Item("ARCHIVE_FILE", ofRun.size() + " data file(s) of " + what));
      return;
    }
    RecordedFiles.Reading reading = new RecordedFiles(servers.storage(), schema).read(run, ofRun);
    if (reading.why().isPresent()) {
      attention.add(new Item("NOT_AS_PUBLISHED", what + ": " + reading.why().get() + "."));
      return;
    }
    List<ArchiveFiles.Recorded> lost =
        reading.files().stream().filter(file -> !known.contains(file.path())).toList();
    new ArchiveFiles(servers.controlSchema()).add(session.connection(), dataset, run, lost);
    changes.add(
        new Item("ARCHIVE_FILE", lost.size() + " data file(s) of " + what + ", read and equal"));
  }

  private void pointer(CatalogRecovery recovery, Inspection.Found found) throws SQLException {
    if (found.isInOrder()) {
      return;
    }
    String change =
        found.catalog().orElse("nothing")
            + " (own head: "
            + found.own().orElse("nothing")
            + ") to "
            + found.metadataLocation();
    if (apply && !recovery.apply(found)) {
      attention.add(
          new Item(
              "POINTER_MOVED", "somebody moved the pointer meanwhile; it was left. Run again."));
      return;
    }
    changes.add(new Item("POINTER", change));
    older |= found.catalog().isPresent();
  }
}
