package io.tallykeep.jobs.retention.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.archive.table.ArchivedFile;
import io.tallykeep.archive.table.CommitOutcome;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.LatePublication;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.WideRows;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.verifier.lookup.AnswerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;

/** What was dropped comes back byte for byte, wherever the restore was interrupted. */
class RestoreIT {
  private static final int DAYS = 6;
  private static final int ROWS = 1_000;

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;
  private TestArchive archive;
  private LocalDate day;
  private final List<String> original = new ArrayList<>();

  /** Days 6 and 5 are dropped; the rows of day 6 are those at the edges of every type. */
  @BeforeEach
  void dropTwoDays() throws Exception {
    runs =
        KillableInbox.create(
            Sandbox.shared(),
            folder,
            DAYS,
            ROWS,
            made -> {
              WideRows.addColumnsOfEveryType(made);
              WideRows.putExtremesInto(made, made.day(DAYS));
              made.sql(
                  "ALTER TABLE "
                      + made.table()
                      + " ADD COLUMN number BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,"
                      + " ADD KEY (number)",
                  "UPDATE "
                      + made.table()
                      + " SET number = 0 WHERE event_id = '"
                      + TestInbox.event(made.day(DAYS), 7)
                      + "'");
              original.addAll(rows(made, made.schema(), "inbox", made.day(DAYS)));
            });
    inbox = runs.inbox();
    day = inbox.day(DAYS);
    assertThat(original).hasSize(ROWS);
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).isZero();
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();
    archive = new TestArchive(inbox);
  }

  @AfterEach
  void close() {
    archive.close();
    runs.close();
  }

  private static List<String> rows(TestInbox of, String schema, String table, LocalDate day)
      throws SQLException {
    return WideRows.bytes(
        of, schema, table, "`" + schema + "`.`" + table + "` WHERE event_day = '" + day + "'");
  }

  private Outcome restore(String... more) {
    String[] words = new String[8 + more.length];
    System.arraycopy(
        new String[] {
          "jobs", "run", "restore", "--dataset", "inbox", "--from", day.toString(), "--json"
        },
        0,
        words,
        0,
        8);
    System.arraycopy(more, 0, words, 8, more.length);
    return inbox.run(words);
  }

  private String target(LocalDate to) {
    return "inbox_restored_"
        + day.toString().replace("-", "")
        + "_"
        + to.toString().replace("-", "");
  }

  private void assertRestored(String table) throws SQLException {
    assertThat(rows(inbox, inbox.control(), table, day)).isEqualTo(original);
  }

  @Test
  void whatIsRefusedChangesNothingAndTheRestComesBackByteForByte() throws SQLException {
    assertRefusals();
    List<String> ledger = inbox.query("SELECT changed_at FROM " + ledger());
    String pointer = archive.table().pointer().metadataLocation();
    Outcome planned = restore("--to", inbox.day(5).toString(), "--dry-run");
    assertThat(planned.exitCode()).as(planned.toString()).isZero();
    assertThat(CommandProbe.json(planned).get("rows").asLong()).isEqualTo(2L * ROWS);

    Outcome restored = restore("--to", inbox.day(5).toString());

    assertThat(restored.exitCode()).as(restored.toString()).isZero();
    JsonNode document = CommandProbe.json(restored);
    assertThat(document.get("outcome").asText()).isEqualTo("RESTORED");
    assertThat(document.get("rows").asLong()).isEqualTo(2L * ROWS);
    assertThat(document.get("days").get(0).get("digest").asText())
        .isEqualTo(archive.ledger(day).digest().orElseThrow());
    assertRestored(target(inbox.day(5)));
    assertThat(inbox.query("SELECT changed_at FROM " + ledger())).isEqualTo(ledger);
    assertThat(archive.table().pointer().metadataLocation()).isEqualTo(pointer);
    assertThat(archive.lookUp(day, 10).answer().kind()).isEqualTo(AnswerKind.DUPLICATE);
    assertThat(archive.lookUp(day, ROWS + 1).answer().kind()).isEqualTo(AnswerKind.UNSEEN);

    Outcome again = restore("--to", inbox.day(5).toString());
    assertThat(again.exitCode()).as(again.toString()).isZero();
    assertRestored(target(inbox.day(5)));
  }

  private String ledger() {
    return "`" + inbox.control() + "`.day_ledger ORDER BY event_day";
  }

  @Test
  void aKilledRestoreGoesOnWhereItStood() throws Exception {
    Files.writeString(
        inbox.configuration(),
        Files.readString(inbox.configuration())
            .replace("  drop: {", "  copy: {page-rows: 100}\n  drop: {"));
    String insert = "INSERT INTO `" + inbox.control() + "`.`inbox_";
    List<KillableInbox.Boundary> boundaries =
        List.of(
            runs.atSql(
                "files recorded", Killed.AFTER, "INSERT INTO `" + inbox.control() + "`.restore "),
            runs.atSql("table created", Killed.AFTER, "COMMENT = 'tallykeep restore"),
            runs.atSql("rows committed", Killed.AFTER, insert, insert, insert, "COMMIT"),
            runs.atSql("verified", Killed.BEFORE, "SET verified_at"));
    for (KillableInbox.Boundary boundary : boundaries) {
      runs.kill("restore --dataset inbox --from " + day, boundary);
    }

    awaitRestored();

    assertRestored(target(day));
  }

  private void awaitRestored() {
    List<Outcome> tries = new ArrayList<>();
    await("the server notices that the killed restore has ended")
        .atMost(Duration.ofSeconds(60))
        .pollInSameThread()
        .until(
            () -> {
              Outcome restored = restore();
              tries.add(restored);
              return !restored.out().contains("RESTORE_RUNNING");
            });
    Outcome last = tries.get(tries.size() - 1);
    assertThat(last.exitCode()).as(last.toString()).isZero();
  }

  @Test
  void ofTwoArchivedCopiesTheLaterCommitsStaysAndEqualOnesCountOnce() throws Exception {
    String late = "`" + inbox.schema() + "`.`late_rows`";
    inbox.sql(
        "CREATE TABLE " + late + " LIKE " + inbox.table(),
        "ALTER TABLE " + late + " REMOVE PARTITIONING");
    assertThat(restore("--into", "first").exitCode()).isZero();
    inbox.sql(
        "INSERT INTO "
            + late
            + " SELECT * FROM `"
            + inbox.control()
            + "`.`first` WHERE source_offset BETWEEN 10 AND 19",
        "UPDATE " + late + " SET amount_minor = 1 WHERE source_offset = 12",
        "UPDATE " + late + " SET event_id = CONCAT('zzz-', event_id) WHERE source_offset = 13",
        "ALTER TABLE "
            + late
            + " PARTITION BY RANGE COLUMNS (event_day) (PARTITION `"
            + TestInbox.partition(day)
            + "` VALUES LESS THAN ('"
            + day.plusDays(1)
            + "'))");
    assertThat(LatePublication.publish(inbox, archive, "late_rows", day))
        .isInstanceOf(CommitOutcome.Committed.class);

    Outcome restored = restore("--into", "second");

    assertThat(restored.exitCode()).as(restored.toString()).isZero();
    JsonNode found = CommandProbe.json(restored).get("days").get(0);
    assertThat(found.get("rows").asLong()).isEqualTo(ROWS + 1);
    assertThat(found.get("olderCopies").asLong()).isEqualTo(9);
    assertThat(amounts("source_offset = 12")).containsExactly("1");
    assertThat(
            inbox.query(
                "SELECT COUNT(*) FROM `"
                    + inbox.control()
                    + "`.second s JOIN `"
                    + inbox.control()
                    + "`.first f USING (consumer_name, event_id) WHERE s.amount_minor <=>"
                    + " f.amount_minor AND s.number = f.number"))
        .containsExactly(String.valueOf(ROWS - 1));
  }

  private List<String> amounts(String where) throws SQLException {
    return inbox.query("SELECT amount_minor FROM `" + inbox.control() + "`.second WHERE " + where);
  }

  private void assertRefusals() throws SQLException {
    Outcome own = restore("--into", inbox.schema() + ".inbox");
    assertThat(own.exitCode()).as(own.toString()).isEqualTo(64);
    assertThat(own.err()).contains("only ever restored into a side table");

    inbox.sql("CREATE TABLE `" + inbox.schema() + "`.mine (id INT)");
    Outcome taken = restore("--into", inbox.schema() + ".mine");
    assertThat(taken.exitCode()).as(taken.toString()).isEqualTo(64);
    assertThat(taken.out()).contains("TARGET_EXISTS").contains("no restore of Tallykeep's");

    Outcome online = restore("--to", inbox.day(4).toString());
    assertThat(online.exitCode()).as(online.toString()).isEqualTo(2);
    assertThat(online.out()).contains("NOT_ARCHIVED").contains(inbox.day(4) + " is ONLINE");

    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.archive_head SET metadata_location = CONCAT(metadata_location, 'x')");
    Outcome foreign = restore();
    assertThat(foreign.exitCode()).as(foreign.toString()).isEqualTo(3);
    assertThat(foreign.out()).contains("FOREIGN_HEAD");
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.archive_head SET metadata_location = TRIM(TRAILING 'x' FROM metadata_location)");
    assertThat(sideTables()).isEmpty();
  }

  private List<String> sideTables() throws SQLException {
    return inbox.query(
        "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = '"
            + inbox.control()
            + "' AND TABLE_NAME LIKE 'inbox\\_%'");
  }

  /** The day whose turn is next. */
  private void assertDamageIsNamed() throws SQLException {
    ArchivedFile file = archive.files(day).get(0);
    String key = file.path().replaceFirst("^s3://[^/]+/", "");
    archive
        .servers()
        .storage()
        .s3Client()
        .putObject(
            request -> request.bucket(inbox.bucket()).key(key),
            RequestBody.fromBytes(new byte[(int) file.sizeBytes()]));

    Outcome replaced = restore();

    assertThat(replaced.exitCode()).as(replaced.toString()).isEqualTo(3);
    assertThat(replaced.out()).contains("FILE_DAMAGED").contains(file.path());
    Outcome drill = inbox.run("jobs", "run", "drill");
    assertThat(drill.exitCode()).as(drill.toString()).isEqualTo(3);
    assertThat(drill.out()).contains("drill inbox " + day + ": FAILED, FILE_DAMAGED");
    assertThat(inbox.run("check").out()).contains("[DRILL_FAILED]").contains(file.path());
    archive
        .servers()
        .storage()
        .s3Client()
        .deleteObject(request -> request.bucket(inbox.bucket()).key(key));
    Outcome missing = restore();
    assertThat(missing.exitCode()).as(missing.toString()).isEqualTo(3);
    assertThat(missing.out()).contains("FILE_DAMAGED").contains(file.path()).contains("Missing");
    assertThat(sideTables()).isEmpty();
  }

  @Test
  void drillsComeRoundLeaveNothingBehindAndNameADamagedFile() throws SQLException {
    Outcome first = inbox.run("jobs", "run", "drill", "--json");
    assertThat(first.exitCode()).as(first.toString()).isZero();
    JsonNode one = CommandProbe.json(first).get("drills").get(0);
    assertThat(one.get("eventDay").asText()).isEqualTo(day.toString());
    assertThat(one.get("outcome").asText()).isEqualTo("OK");
    assertThat(one.get("rows").asLong()).isEqualTo(ROWS);

    runs.kill(
        "drill",
        runs.atSql("rows", Killed.BEFORE, "INSERT INTO `" + inbox.control() + "`.`inbox_"));
    runs.awaitNoRun();
    assertThat(sideTables()).hasSize(1);

    Outcome second = inbox.run("jobs", "run", "drill");
    assertThat(second.exitCode()).as(second.toString()).isZero();
    assertThat(second.out()).contains("drill inbox " + inbox.day(5) + ": OK, " + ROWS + " rows");
    assertThat(inbox.run("jobs", "run", "drill").out()).contains("drill inbox " + day + ": OK");
    assertThat(sideTables()).isEmpty();
    assertThat(
            inbox.query(
                "SELECT CONCAT(outcome, ' ', COUNT(*)) FROM `"
                    + inbox.control()
                    + "`.drill GROUP BY outcome ORDER BY outcome"))
        .containsExactly("OK 3", "UNFINISHED 1");
    assertThat(inbox.query("SELECT COUNT(*) FROM `" + inbox.control() + "`.restore"))
        .containsExactly("0");
    assertThat(inbox.run("check").exitCode()).isZero();
    inbox.sql(
        "UPDATE `" + inbox.control() + "`.drill SET ended_at = ended_at - INTERVAL 8 DAY",
        "UPDATE `" + inbox.control() + "`.day_ledger SET proven_at = proven_at - INTERVAL 8 DAY");
    Outcome check = inbox.run("check");
    assertThat(check.exitCode()).as(check.toString()).isEqualTo(3);
    assertThat(check.out()).contains("[DRILL_OVERDUE]");
    assertThat(inbox.run("jobs", "status").out()).contains("drill inbox: OVERDUE, last ended well");
    assertThat(inbox.run("jobs", "run", "archive").exitCode()).as("no run waits for it").isZero();
    assertThat(inbox.run("jobs", "run", "drill").out())
        .contains("drill inbox " + inbox.day(5) + ": OK");
    assertDamageIsNamed();
  }
}
