package io.tallykeep.jobs.retention.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.archive.table.StoredObject;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.LatePublication;
import io.tallykeep.jobs.LateRows;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.RunLock;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The control schema's archive part is lost or old, and the bucket tells what it must be. */
class RebuildCatalogIT {
  private static final int DAYS = 6;
  private static final int ROWS = 200;
  private static final List<String> TABLES =
      List.of("iceberg_tables", "iceberg_namespace_properties", "archive_head", "archive_file");

  @TempDir private Path folder;
  private TestInbox inbox;
  private TestArchive archive;
  private LocalDate day;

  /** Day 6 is dropped; its control rows are kept aside; then day 5 is dropped too. */
  @BeforeEach
  void dropTwoDays() throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), ROWS);
    }
    day = inbox.day(5);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    archiveAndDrop(inbox.day(1));
    assertThat(inbox.progress(inbox.day(6))).isEqualTo("DROPPED");
    assertThat(inbox.progress(day)).isEqualTo("ONLINE");
    for (String table : TABLES) {
      inbox.sql(
          "CREATE TABLE " + older(table) + " AS SELECT * FROM " + control(table),
          "INSERT INTO " + control(table) + " " + other(table));
    }
    inbox.sql("CREATE TABLE " + older("day_ledger") + " AS SELECT * FROM " + control("day_ledger"));
    archiveAndDrop(inbox.day(0));
    assertThat(inbox.progress(day)).isEqualTo("DROPPED");
    archive = new TestArchive(inbox);
  }

  private void archiveAndDrop(LocalDate asOf) {
    Outcome archived = inbox.run("jobs", "run", "archive", "--as-of", asOf.toString());
    assertThat(archived.exitCode()).as(archived.toString()).isZero();
    Outcome dropped = inbox.run("jobs", "run", "drop");
    assertThat(dropped.exitCode()).as(dropped.toString()).isZero();
  }

  @AfterEach
  void close() {
    archive.close();
  }

  private String control(String table) {
    return "`" + inbox.control() + "`." + table;
  }

  private String older(String table) {
    return "`" + inbox.schema() + "`.older_" + table;
  }

  /** A row of another dataset, which nothing here may touch. */
  private static String other(String table) {
    return switch (table) {
      case "iceberg_tables" ->
          "VALUES ('tallykeep', 'archive', 'other', 's3://o/1', NULL, 'TABLE')";
      case "archive_head" -> "VALUES ('tallykeep', 'archive', 'other', 's3://o/1', 1, SYSDATE(6))";
      case "archive_file" ->
          "VALUES ('r', 1, 0, 'other', 0, 'p', '2026-01-01', 's3://o/f', 1, 'e', 1, '', SYSDATE(6))";
      default -> "VALUES ('other', 'archive', 'exists', 'true')";
    };
  }

  private Outcome rebuild(String... more) {
    List<String> words = new ArrayList<>(List.of("jobs", "rebuild-catalog", "--dataset", "inbox"));
    words.addAll(List.of(more));
    return inbox.run(words.toArray(String[]::new));
  }

  private List<String> state() throws SQLException {
    List<String> state = new ArrayList<>();
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', table_name, metadata_location) FROM "
                + control("iceberg_tables")
                + " ORDER BY table_name"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', table_name, metadata_location, snapshot_sequence) FROM "
                + control("archive_head")
                + " ORDER BY table_name"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', run_id, freeze_number, dataset, shard, table_partition,"
                + " event_day, path, size_bytes, etag, row_count, HEX(digest)) FROM "
                + control("archive_file")
                + " ORDER BY path"));
    state.addAll(
        inbox.query(
            "SELECT CONCAT_WS(' ', event_day, progress, epoch, snapshot_sequence) FROM "
                + control("day_ledger")
                + " ORDER BY event_day"));
    return state;
  }

  private void restoreOlder(String... tables) throws SQLException {
    for (String table : tables) {
      String only = table.equals("iceberg_namespace_properties") ? "" : " WHERE " + mine(table);
      inbox.sql(
          "DELETE FROM " + control(table) + only,
          "INSERT INTO " + control(table) + " SELECT * FROM " + older(table) + only);
    }
  }

  private static String mine(String table) {
    return (table.equals("archive_file") || table.equals("day_ledger") ? "dataset" : "table_name")
        + " = 'inbox'";
  }

  private void assertAnswered() {
    for (int daysAgo = 5; daysAgo <= DAYS; daysAgo++) {
      assertThat(archive.lookUp(inbox.day(daysAgo), 10).answer().kind())
          .isEqualTo(AnswerKind.DUPLICATE);
      assertThat(archive.lookUp(inbox.day(daysAgo), ROWS + 1).answer().kind())
          .isEqualTo(AnswerKind.UNSEEN);
    }
  }

  @Test
  void whatIsOldOrLostComesBackAsItWas() throws Exception {
    assertAnEmptyListingProvesNothing();
    assertAnOlderPointerMovesForwardAndAnotherDatasetIsLeftAlone();
    List<String> before = state();
    List<String> mine = before.stream().filter(line -> !line.contains("s3://o/")).toList();
    TABLES.forEach(table -> drop(table));
    Outcome planned = rebuild("--dry-run");
    assertThat(planned.exitCode()).as(planned.toString()).isEqualTo(64);
    assertThat(planned.err()).contains("has no table");

    Outcome rebuilt = rebuild();

    assertThat(rebuilt.exitCode()).as(rebuilt.toString()).isZero();
    assertThat(rebuilt.out())
        .contains("put back POINTER: nothing")
        .contains("put back ARCHIVE_FILE");
    assertThat(state()).isEqualTo(mine);
    assertAnswered();
    Outcome again = rebuild();
    assertThat(again.exitCode()).as(again.toString()).isZero();
    assertThat(again.out()).contains("in order");
    assertThat(inbox.run("jobs", "run", "drill").exitCode()).isZero();
  }

  private void drop(String table) {
    try {
      inbox.sql("DROP TABLE " + control(table));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void assertAnOlderPointerMovesForwardAndAnotherDatasetIsLeftAlone() throws SQLException {
    List<String> before = state();
    restoreOlder("iceberg_tables", "archive_head", "archive_file");
    List<String> older = state();
    assertThat(archive.lookUp(day, 10).reason().orElseThrow()).contains("STALE_POINTER");

    Outcome planned = rebuild("--dry-run", "--json");

    assertThat(planned.exitCode()).as(planned.toString()).isEqualTo(3);
    assertThat(
            CommandProbe.json(planned)
                .get("datasets")
                .get(0)
                .get("changes")
                .findValuesAsText("code"))
        .containsExactly("ARCHIVE_FILE", "POINTER");
    assertThat(state()).isEqualTo(older);
    assertALiveRunAndAPauseKeepItOff();
    assertThat(state()).isEqualTo(older);
    Outcome rebuilt = rebuild();
    assertThat(rebuilt.exitCode()).as(rebuilt.toString()).isEqualTo(3);
    assertThat(rebuilt.out()).containsOnlyOnce("ATTENTION").contains("LATE_ROWS_UNKNOWN");
    assertThat(rebuilt.out().substring(rebuilt.out().indexOf("LATE_ROWS_UNKNOWN")))
        .as("the days whose late rows nobody knows")
        .contains(day.toString(), inbox.day(6).toString())
        .doesNotContain(inbox.day(1).toString());
    assertThat(state()).isEqualTo(before);
    assertAnswered();
  }

  private void assertALiveRunAndAPauseKeepItOff() throws SQLException {
    RetentionServers servers = archive.servers();
    for (String job : List.of("archive", "late", "expire")) {
      String run = RunLock.ofJob(job, servers.controlSchema(), archive.table().dataset());
      try (RunLock live =
          ((LockAttempt.Held<RunLock>) RunLock.tryAcquire(servers.source(), run)).lock()) {
        Outcome refused = rebuild();
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(2);
        assertThat(refused.out())
            .contains("refused, RUN_ALIVE: a run of " + job + " is alive: connection ");
        live.verify();
      }
    }
    assertThat(inbox.run("jobs", "pause", "on", "--reason", "incident").exitCode()).isZero();
    Outcome paused = rebuild("--json");
    assertThat(paused.exitCode()).as(paused.toString()).isEqualTo(2);
    assertThat(CommandProbe.json(paused).get("datasets").get(0).get("refused").get("code").asText())
        .isEqualTo("PAUSED");
    assertThat(inbox.run("jobs", "pause", "off", "--reason", "over").exitCode()).isZero();
  }

  @Test
  void lateRowsOfAClosedDayAreInOrderAndAnOldRecordOfThemIsMended() throws SQLException {
    LocalDate closed = inbox.day(4);
    inbox.sql(
        "UPDATE "
            + control("day_ledger")
            + " SET progress = 'CLOSED', closed_at = SYSDATE(6) WHERE event_day = '"
            + closed
            + "'");
    LateRows late = new LateRows(inbox);
    late.fill(closed, 1_001, 1_010);
    assertThat(inbox.run("jobs", "run", "late").exitCode()).isZero();
    assertThat(late.runs()).containsExactly("DONE");
    Outcome planned = rebuild("--dry-run");
    assertThat(planned.exitCode()).as(planned.toString()).isZero();
    inbox.sql("UPDATE " + control("late_run") + " SET progress = 'COPIED', snapshot_sequence = 0");

    Outcome rebuilt = rebuild();

    assertThat(rebuilt.exitCode()).as(rebuilt.toString()).isZero();
    assertThat(rebuilt.out()).contains("put back LATE_RUN");
    late.fill(closed, 1_011, 1_011);
    assertThat(inbox.run("jobs", "run", "late").exitCode()).isZero();
    assertThat(late.runs()).containsExactly("DONE", "DONE");
    for (int row : new int[] {1_001, 1_011}) {
      assertThat(archive.lookUp(closed, row).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    }
  }

  @Test
  void anOlderLedgerMakesNoDayCovered() throws SQLException {
    restoreOlder("iceberg_tables", "archive_head", "archive_file", "day_ledger");
    inbox.sql("DELETE FROM " + control("day_ledger") + " WHERE event_day = '" + inbox.day(6) + "'");

    Outcome rebuilt = rebuild();

    assertThat(rebuilt.exitCode()).as(rebuilt.toString()).isEqualTo(3);
    assertThat(rebuilt.out())
        .contains("ATTENTION, LEDGER_BEHIND: " + day + " is ONLINE")
        .contains("ATTENTION, NOT_COVERED: " + inbox.day(6))
        .contains("ATTENTION, LATE_ROWS_UNKNOWN")
        .contains("put back LEDGER_SEQUENCE");
    assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.UNDECIDABLE);
    assertThat(archive.lookUp(day, ROWS + 1).answer().kind()).isEqualTo(AnswerKind.UNDECIDABLE);
    assertThat(archive.lookUp(inbox.day(6), 10).answer().kind()).isEqualTo(AnswerKind.UNDECIDABLE);
    assertThat(archive.ledger(day).snapshotSequence())
        .isEqualTo(archive.table().pointer().snapshotSequence());
  }

  @Test
  void twoBranchesAreNamedAndNothingIsChosen() throws Exception {
    restoreOlder("iceberg_tables", "archive_head", "archive_file");
    String rows = "`" + inbox.schema() + "`.`branch`";
    inbox.sql(
        "CREATE TABLE " + rows + " LIKE " + inbox.table(),
        "INSERT INTO "
            + rows
            + " SELECT * FROM "
            + inbox.table()
            + " WHERE event_day = '"
            + inbox.day(4)
            + "'");
    assertThat(LatePublication.publish(inbox, archive, "branch", inbox.day(4)))
        .isInstanceOf(CommitOutcome.Committed.class);
    List<String> before = state();

    Outcome rebuilt = rebuild();

    assertThat(rebuilt.exitCode()).as(rebuilt.toString()).isEqualTo(3);
    assertThat(rebuilt.out()).contains("ATTENTION, METADATA_FORKED").contains(".metadata.json");
    inbox.sql(
        "DELETE FROM " + control("iceberg_tables") + " WHERE table_name = 'inbox'",
        "DELETE FROM " + control("archive_head") + " WHERE table_name = 'inbox'");
    assertThat(rebuild().out()).contains("METADATA_FORKED");
    assertThat(inbox.query("SELECT COUNT(*) FROM " + control("archive_head"))).containsExactly("1");
    assertThat(before).isNotEmpty();
  }

  @Test
  void whatIsMissingInTheBucketIsNamed() throws SQLException {
    String location = archive.servers().storage().warehouse() + "/archive/inbox";
    List<String> before = state();
    ArchivedFile file = archive.files(day).get(0);
    delete(file.path());
    Outcome noFile = rebuild();
    assertThat(noFile.exitCode()).as(noFile.toString()).isEqualTo(3);
    assertThat(noFile.out()).contains("FILES_MISSING").contains(file.path());

    String manifest =
        archive.servers().storage().objects(location + "/metadata/").stream()
            .map(StoredObject::path)
            .filter(path -> path.endsWith(".avro") && !path.contains("/snap-"))
            .findFirst()
            .orElseThrow();
    delete(manifest);
    Outcome noManifest = rebuild();
    assertThat(noManifest.exitCode()).as(noManifest.toString()).isEqualTo(3);
    assertThat(noManifest.err()).contains("the archive is not whole").contains(manifest);

    String newest = archive.table().pointer().metadataLocation();
    delete(newest);
    Outcome noMetadata = rebuild();
    assertThat(noMetadata.exitCode()).as(noMetadata.toString()).isEqualTo(3);
    assertThat(noMetadata.out()).contains("POINTER_ELSEWHERE").contains(newest);
    assertThat(state()).isEqualTo(before);
  }

  private void delete(String path) {
    archive.servers().storage().fileIO().deleteFile(path);
  }

  private void assertAnEmptyListingProvesNothing() throws Exception {
    List<String> before = state();

    Outcome rebuilt =
        CommandProbe.of(inbox)
            .with(
                "bucket: \"" + inbox.bucket() + "\"",
                "bucket: \"" + inbox.bucket() + "\"\n    prefix: typo")
            .run("jobs", "rebuild-catalog");

    assertThat(rebuilt.exitCode()).as(rebuilt.toString()).isEqualTo(3);
    assertThat(rebuilt.out()).contains("BUCKET_EMPTY");
    assertThat(state()).isEqualTo(before);
  }
}
