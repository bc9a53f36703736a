package io.tallykeep.jobs.retention.late;

import io.tallykeep.archive.digest.RowDigester;
import io.tallykeep.archive.digest.TableDigest;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.jobs.batch.PartitionRun;
import io.tallykeep.jobs.batch.StepOutcome;
import io.tallykeep.jobs.retention.PartitionWork;
import io.tallykeep.jobs.retention.copy.ArchiveFiles;
import io.tallykeep.jobs.retention.copy.CopyBounds;
import io.tallykeep.jobs.retention.copy.DayFiles;
import io.tallykeep.jobs.retention.freeze.RowsTally;
import io.tallykeep.jobs.retention.guard.Finding;
import io.tallykeep.jobs.retention.guard.LateTable;
import io.tallykeep.jobs.retention.ledger.LateDelete;
import io.tallykeep.jobs.retention.ledger.Objection;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Copy: the late rows that are done, day by day and in identity order, to data files that no
 * snapshot names yet. The day comes from the row. Rows that are not done stay, and so do those of
 * days that are not closed, are expired or quarantined (architecture, section 5.1, "Late rows").
 *
 * <p>Attempts that were never proven are given up here: no row left MySQL for them.
 */
final class LateCopyStep extends LateStep {
  LateCopyStep(LateWork.Factory works) {
    super(works);
  }

  @Override
  public String word() {
    return "copy";
  }

  /** What was written, and what was not. */
  private static final class Copied {
    private final List<WrittenFile> files = new ArrayList<>();
    private final RowsTally keptBack = new RowsTally();
    private TableDigest digest = TableDigest.ZERO;
  }

  @Override
  StepOutcome run(LateWork work, PartitionRun run, Optional<LateRun> attempt)
      throws SQLException, IOException {
    if (attempt.isPresent()) {
      return new StepOutcome.Done("copied before");
    }
    Optional<StepOutcome> refusal = refusal(work);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    work.runs().abandonUnproven(work.session());
    Copied copied = copy(work, run);
    List<Objection> objections = work.fence().leaseObjections(work.session().connection());
    if (!objections.isEmpty()) {
      // Another worker may have copied them by now: these files stay orphans.
      return PartitionWork.stopped(objections);
    }
    work.archiveFiles()
        .record(
            work.session().connection(),
            run,
            work.dataset().shard(),
            LateWork.NO_FREEZE,
            ArchiveFiles.Recorded.of(copied.files, work.servers().storage()));
    work.runs().record(work.session(), run.runId(), copied.digest, copied.keptBack.findings());
    return new StepOutcome.Done(
        copied.digest.rowCount() + " late rows to " + copied.files.size() + " file(s)");
  }

  private static Optional<StepOutcome> refusal(LateWork work) throws SQLException {
    List<Finding> differences = new LateTable(work.dataset()).findings(work.session());
    if (!differences.isEmpty()) {
      return Optional.of(
          new StepOutcome.Deferred(
              "LATE_TABLE_DIFFERS", differences.get(0).what() + " " + differences.get(0).mend()));
    }
    // Before any attempt is given up: in an old record one looks unproven whose rows have left.
    Optional<Objection> stale =
        work.stalePointer(work.archiveTable()).objection(work.session().connection());
    if (stale.isPresent()) {
      return Optional.of(new StepOutcome.Deferred("STALE_POINTER", stale.get().text()));
    }
    Optional<LateRun> open =
        work.runs().proven(work.session()).stream()
            .filter(run -> !LateDeleteStep.lostItsFiles(run))
            .findFirst();
    return open.map(
        run ->
            new StepOutcome.Deferred(
                "LATE_RUN_OPEN",
                "run "
                    + run.runId()
                    + " is proven and its rows have not all been deleted yet"
                    + run.stoppedReason().map(reason -> " (" + reason + ")").orElse("")
                    + ": no further copy of them is made before."));
  }

  private static Copied copy(LateWork work, PartitionRun run) throws SQLException, IOException {
    ArchiveSchema schema = work.schema();
    ArchiveTable table = work.archiveTable();
    CopyBounds bounds = CopyBounds.of(work.servers().settings().copy());
    LateRowReader reader =
        new LateRowReader(
            schema, work.lateTable(), bounds.pageRows(), work.throttle("copy of late rows"));
    Copied copied = new Copied();
    for (LocalDate day : days(work)) {
      RowDigester digester = new RowDigester(schema);
      try (DayFiles files =
          new DayFiles(
              schema,
              eventDay ->
                  work.servers()
                      .storage()
                      .fileIO()
                      .newOutputFile(table.newDataFilePath(eventDay, run.runId())),
              1,
              bounds)) {
        reader.forEach(
            work.session().connection(),
            day,
            copied.keptBack,
            row -> {
              digester.add(row);
              files.write(row);
            });
        copied.files.addAll(files.finish());
      }
      copied.digest = copied.digest.plus(digester.digest());
    }
    return copied;
  }

  /** The days whose late rows may leave. */
  private static List<LocalDate> days(LateWork work) throws SQLException {
    return DayLedger.days(work.session().connection(), work.ledgerKey()).days().stream()
        .filter(LateDelete::mayLeave)
        .map(LedgerDay::day)
        .toList();
  }
}
