package io.tallykeep.jobs.retention.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.file.DataFileDescriber;
import io.tallykeep.archive.file.DataFileReader;
import io.tallykeep.archive.file.DataFileRows;
import io.tallykeep.archive.file.DataFileWriter;
import io.tallykeep.archive.file.FileLimits;
import io.tallykeep.archive.file.WrittenFile;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.CommitGuard;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.Publication;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.crash.ExternalEffect;
import io.tallykeep.jobs.retention.crash.Interventions;
import io.tallykeep.jobs.retention.crash.SideTables;
import io.tallykeep.jobs.retention.crash.Stage;
import io.tallykeep.verifier.lookup.Place;
import java.io.IOException;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.iceberg.io.FileIO;

/**
 * Everything that happens beside a day's own way: adoption, people's commands, restore, drill, a
 * lost catalog and its rebuilding, and what compaction does to files (as designed; there is no such
 * job yet).
 */
final class SideJobs {
  private static final int ROW = 3;

  private final SteppedInbox inbox;
  private final LocalDate day;
  private final int days;

  SideJobs(SteppedInbox inbox, LocalDate day, int days) {
    this.inbox = inbox;
    this.day = day;
    this.days = days;
  }

  static Map<String, String> events(LocalDate day) {
    return Map.of("never", TestInbox.event(day, 999_999), "row", TestInbox.event(day, ROW));
  }

  void run() throws Exception {
    inbox.event("row").committed(0);
    inbox.begin();
    adoption();
    people();
    archived();
    copies();
    rebuild();
    compaction();
  }

  private void adoption() throws Exception {
    List<String> install =
        List.of("jobs", "guard", "install", "--covered-since", inbox.inbox().day(days).toString());
    command(Stage.ADOPT, install);
    command(Stage.REMOVE, List.of("jobs", "guard", "remove"));
    inbox.doing("guarded again", Set.of(), () -> clean(install));
  }

  private void people() throws Exception {
    Interventions people = new Interventions(inbox.inbox());
    command(Stage.HOLD, people.holdAdd(day));
    command(Stage.HOLD_RELEASE, people.holdRelease(day));
    command(Stage.PAUSE, List.of("jobs", "pause", "on", "--reason", "to be looked at"));
    clean(List.of("jobs", "pause", "off", "--reason", "to be looked at"));
    inbox.operation(day, "UNKNOWN");
    inbox.doing(
        "closed and put off",
        EnumSet.of(Place.LEDGER, Place.POINTER),
        () -> assertThat(run(archive()).exitCode()).isEqualTo(2));
    command(Stage.RETRY, people.retry(day));
    inbox.operation(day, "SUCCEEDED");
  }

  private void archived() throws Exception {
    inbox.doing("held", EnumSet.of(Place.LEDGER, Place.POINTER), () -> clean(archive()));
  }

  private void copies() throws Exception {
    command(
        Stage.RESTORE,
        List.of(
            "jobs",
            "run",
            "restore",
            "--dataset",
            "inbox",
            "--from",
            day.toString(),
            "--to",
            day.toString()));
    command(Stage.DRILL, List.of("jobs", "run", "drill"));
    inbox.doing(
        "dropped",
        EnumSet.of(Place.LEDGER, Place.BOUNDS, Place.ONLINE),
        () -> clean(List.of("jobs", "run", "drop")));
  }

  private void rebuild() throws Exception {
    inbox.doing(
        "the catalog is lost",
        EnumSet.of(Place.POINTER),
        () -> new SideTables(inbox.inbox()).loseCatalog());
    command(Stage.REBUILD, List.of("jobs", "rebuild-catalog"));
  }

  /** Other files with the same rows in one commit; then the old ones are removed. */
  private void compaction() throws Exception {
    ArchivedFile old = inbox.archive().files(day).get(0);
    inbox.doing("files replaced", EnumSet.of(Place.POINTER), () -> replace(old));
    inbox.doing(
        "replaced files removed",
        EnumSet.of(Place.ARCHIVE),
        () -> inbox.archive().servers().storage().fileIO().deleteFile(old.path()));
  }

  private void replace(ArchivedFile old) throws IOException {
    ArchiveTable table = inbox.archive().table();
    FileIO io = inbox.archive().servers().storage().fileIO();
    WrittenFile written;
    try (DataFileRows rows =
            new DataFileReader(table.schema()).open(io.newInputFile(old.path(), old.sizeBytes()));
        DataFileWriter writer =
            new DataFileWriter(
                table.schema(),
                io.newOutputFile(table.newDataFilePath(day, "compacted")),
                FileLimits.DEFAULT)) {
      while (rows.advance()) {
        writer.write(rows.row());
      }
      written = writer.finish();
    }
    CommitOutcome outcome =
        table.publish(
            new Publication(
                "inbox",
                0,
                TestInbox.partition(day),
                UUID.randomUUID().toString(),
                1,
                List.of(
                    DataFileDescriber.describe(
                        table.schema(), io, written.path(), written.sizeBytes())),
                written.digest(),
                Set.of(old.path())),
            CommitGuard.NONE);
    assertThat(outcome).isInstanceOf(CommitOutcome.Committed.class);
  }

  private List<String> archive() {
    return List.of("jobs", "run", "archive", "--as-of", day.plusDays(5).toString());
  }

  private void command(Stage stage, List<String> words) throws Exception {
    inbox.command(Set.copyOf(ExternalEffect.of(stage)), 0, words);
  }

  private void clean(List<String> words) {
    Outcome outcome = run(words);
    assertThat(outcome.exitCode()).as("%s: %s", words, outcome).isZero();
  }

  private Outcome run(List<String> words) {
    return inbox.inbox().run(words.toArray(String[]::new));
  }
}
