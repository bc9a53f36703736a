package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.Pointer;
import io.tallykeep.archive.table.PublishedRun;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.PublishedFiles;
import io.tallykeep.jobs.retention.late.LateRun.Progress;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delete: look for the attempt's run id and files at the archive's current pointer and in the
 * store, then read the files once more and take out of the late table, in transactions of bounded
 * size, every row whose bytes are the archived ones. An attempt that was begun before is gone
 * through from its beginning: what has left already is not found any more.
 */
final class LateDeleteStep extends LateStep {
  private static final Logger LOG = LoggerFactory.getLogger(LateDeleteStep.class);

  LateDeleteStep(LateWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "delete";
  }

  /** Whether an attempt stopped because the archive no longer has what was proven. */
  static boolean lostItsFiles(LateRun run) {
    return run.stoppedReason().map(reason -> reason.startsWith("NOT_AS_PROVEN:")).orElse(false);
  }

  @Override
  StepOutcome run(LateWork work, PartitionRun run, Optional<LateRun> attempt) throws SQLException {
    LateRun late = attempt.orElseThrow();
    if (late.progress() == Progress.DONE) {
      return new StepOutcome.Done("deleted before");
    }
    if (!late.hasRows()) {
      work.runs().advance(work.session(), run.runId(), Progress.COPIED, Progress.DONE);
      return outcome(late, "no late row is done");
    }
    if (late.progress() != Progress.PROVEN) {
      return abandoned(run);
    }
    ArchiveTable table = work.archiveTable();
    Set<LocalDate> expired = expired(work);
    List<ArchiveFiles.Recorded> recorded =
        work.recorded(run.runId()).stream()
            .filter(file -> !expired.contains(file.eventDay()))
            .toList();
    List<String> differences = differences(work, table, late, recorded);
    if (!differences.isEmpty()) {
      return new StepOutcome.Quarantined("NOT_AS_PROVEN", String.join("; ", differences));
    }
    LateSweep sweep = new LateSweep(work, table, late.snapshotSequence());
    for (ArchiveFiles.Recorded file : recorded) {
      sweep.through(file);
      LOG.info("up to the late rows of {}: {}", file.eventDay(), sweep);
    }
    Optional<StepOutcome> stopped = sweep.stopped();
    if (stopped.isPresent()) {
      return stopped.get();
    }
    work.runs().advance(work.session(), run.runId(), Progress.PROVEN, Progress.DONE);
    return outcome(late, sweep.toString());
  }

  /** What no later night will change by itself is deferred, so that somebody looks at it. */
  private static StepOutcome outcome(LateRun late, String done) {
    if (late.keptBack().isEmpty()) {
      return new StepOutcome.Done(done);
    }
    String all = done + "; kept back: " + late.keptBack();
    return late.unarchivableRows() > 0
        ? new StepOutcome.Deferred("ROW_NOT_ARCHIVABLE", all)
        : new StepOutcome.Done(all);
  }

  /** Days whose files expire takes out of the archive: their late rows stay, and are told of. */
  private static Set<LocalDate> expired(LateWork work) throws SQLException {
    return DayLedger.days(work.session().connection(), work.ledgerKey()).days().stream()
        .filter(day -> day.progress() == io.tallykeep.verifier.ledger.Progress.EXPIRED)
        .map(LedgerDay::day)
        .collect(Collectors.toSet());
  }

  /** Everything in which the archive no longer is as it was proven. */
  private static List<String> differences(
      LateWork work, ArchiveTable table, LateRun late, List<ArchiveFiles.Recorded> recorded) {
    List<String> differences = new ArrayList<>();
    Pointer pointer = table.pointer();
    if (pointer.isForeign()) {
      differences.add(
          "the archive's pointer "
              + pointer.metadataLocation()
              + " was not moved by Tallykeep; audit it before any late row is deleted");
      return differences;
    }
    Optional<PublishedRun> published = table.findRun(late.runId());
    if (published.isEmpty() || !published.get().digest().equals(Optional.of(late.digest()))) {
      differences.add(
          "the archive's history has "
              + published.map(found -> found.digest().toString()).orElse("no snapshot")
              + " for run "
              + late.runId()
              + ", proven were "
              + late.digest());
    }
    PublishedFiles files = work.publishedFiles(table, recorded);
    differences.addAll(files.missing());
    differences.addAll(files.damaged());
    return differences;
  }
}
