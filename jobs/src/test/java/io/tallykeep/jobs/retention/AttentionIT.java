package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stops a partition is told, escalates, and is lifted by a person without passing a check. */
class AttentionIT {
  private static final int DAYS = 7;
  private static final int ROWS = 40;

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;

  @BeforeEach
  void adopt() throws Exception {
    runs = KillableInbox.create(Sandbox.shared(), folder, DAYS, ROWS);
    inbox = runs.inbox();
  }

  @AfterEach
  void close() {
    runs.close();
  }

  @Test
  void aFrozenPartitionCanBeThawedAndOneThatIsPutOffEscalates() throws Exception {
    assertThawed(inbox.day(7));
    LocalDate stuck = inbox.day(6);
    setStatus(stuck, "PROCESSING");

    Outcome first = run(2, "jobs", "run", "archive");
    assertThat(first.out())
        .contains("DEFERRED, freeze: ROWS_NOT_READY")
        .doesNotContain("ESCALATED");
    aNightPasses();
    run(2, "jobs", "run", "archive");
    aNightPasses();
    Outcome third = run(3, "jobs", "run", "archive");

    assertThat(third.out())
        .contains(": ESCALATED, " + stuck + " has been put off 3 nights running: ROWS_NOT_READY");
    assertThat(inbox.progress(inbox.day(5))).as("the others went on").isEqualTo("HELD");
    Outcome status = run(3, "jobs", "status");
    assertThat(status.out()).contains("ESCALATED, DEFERRED 3 night(s): ROWS_NOT_READY");
    JsonNode report = CommandProbe.json(run(3, "jobs", "run", "archive", "--json"));
    JsonNode escalated = report.get("reports").get(0).get("escalated").get(0);
    assertThat(CommandProbe.fields(escalated))
        .containsExactlyInAnyOrder("tablePartition", "eventDay", "nights", "reason");

    setStatus(stuck, "SUCCEEDED");
    intervene(
        0, "retry", stuck, "it is tried again: the next 'jobs run archive' goes on from CLOSED");
    assertThat(attention(stuck)).isEqualTo("NONE");
    run(0, "jobs", "run", "archive");
    assertThat(inbox.progress(stuck)).isEqualTo("HELD");
    assertShown(stuck);
  }

  private void assertThawed(LocalDate day) throws SQLException {
    runs.mysql()
        .stopAfter(
            this::pause,
            runs.atProgress("", Killed.AFTER, "FROZEN").texts().toArray(String[]::new));
    run(2, "jobs", "run", "archive", "--as-of", inbox.day(2).toString());
    assertThat(inbox.progress(day)).isEqualTo("COPIED");

    intervene(0, "thaw", day, "closed, epoch ");

    assertThat(inbox.progress(day)).isEqualTo("CLOSED");
    setStatus(day, "FAILED");
    run(0, "jobs", "pause", "off", "--reason", "corrected");
    run(0, "jobs", "run", "archive", "--as-of", inbox.day(2).toString());
    assertThat(inbox.progress(day)).isEqualTo("HELD");
    intervene(3, "thaw", day, "only FROZEN or COPIED days can be thawed", day + " HELD");
  }

  private void pause() {
    try (Session session = Session.open(inbox.server())) {
      new PauseSwitch(Identifier.of(inbox.control()))
          .turn(session, PauseSwitch.TurnTo.ON, "a correction", "Ada");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void assertShown(LocalDate day) throws SQLException {
    JsonNode shown = CommandProbe.json(run(0, "jobs", "partition", "show", name(day), "--json"));
    assertThat(CommandProbe.fields(shown))
        .containsExactly(
            "dataset",
            "tablePartition",
            "bounds",
            "next",
            "plans",
            "days",
            "files",
            "holds",
            "actions");
    assertThat(shown.get("days").get(0).get("rowCount").asInt()).isEqualTo(ROWS);
    assertThat(shown.get("files").get(0).get("proven").asBoolean()).isTrue();
    JsonNode action = shown.get("actions").get(0);
    assertThat(action.get("action").asText()).isEqualTo("RETRY");
    assertThat(action.get("by").asText()).startsWith("Ada, MySQL account ");
    assertThat(action.get("before").asText()).contains("CLOSED DEFERRED (ROWS_NOT_READY");
    assertThat(action.get("after").asText()).isEqualTo(day + " CLOSED");
    assertThat(run(0, "jobs", "partition", "show", name(day)).out())
        .contains("next: the next 'jobs run drop' digests its rows in MySQL")
        .contains("plan of drop: RUN, HOLD_OVER")
        .contains("RETRY by Ada, MySQL account ");
  }

  @Test
  void aQuarantineIsEndedByAPersonAndEveryProofIsStillMade() throws Exception {
    run(0, "jobs", "run", "archive");
    LocalDate changed = inbox.day(5);
    LocalDate emptied = inbox.day(6);
    LocalDate lost = inbox.day(7);
    inbox.sql(
        "ALTER TABLE " + inbox.table() + " TRUNCATE PARTITION " + name(emptied),
        "ALTER TABLE " + inbox.table() + " DROP PARTITION " + name(lost));
    assertThat(inbox.query("SELECT SLEEP(2)")).hasSize(1);
    inbox.withoutTrigger("UPDATE", setStatusSql(changed, "FAILED"));

    Outcome night = run(3, "jobs", "run", "archive");

    assertThat(night.out())
        .contains(name(changed) + ": ATTENTION, WRITTEN_AFTER_FREEZE: was frozen at ")
        .contains(name(emptied) + ": ATTENTION, PARTITION_EMPTIED: was proven to hold rows")
        .contains(name(lost) + ": ATTENTION, PARTITION_LOST: the ledger says HELD");
    Outcome drop = run(3, "jobs", "run", "drop");
    assertThat(drop.out())
        .contains(name(changed) + ": QUARANTINED, drop: NOT_AS_PROVEN")
        .contains(name(emptied) + ": QUARANTINED, drop: NOT_AS_PROVEN")
        .contains(name(lost) + ": ATTENTION, PARTITION_LOST: the ledger says HELD");

    for (String command : new String[] {"retry", "release"}) {
      intervene(0, command, changed, "the next 'jobs run drop' digests its rows in MySQL");
      assertThat(attention(changed)).isEqualTo("NONE");
      assertThat(run(3, "jobs", "run", "drop").out())
          .contains(name(changed) + ": QUARANTINED, drop: NOT_AS_PROVEN");
      intervene(3, command, lost, "nothing was changed: PARTITION_LOST", "never UNSEEN");
    }
    assertThat(run(0, "jobs", "partition", "show", name(lost)).out())
        .contains("the table has none of that name")
        .contains("next: PARTITION_LOST: the ledger has 1 day(s) in it");

    inbox.withoutTrigger("UPDATE", setStatusSql(changed, "SUCCEEDED"));
    intervene(0, "release", changed, "its quarantine is ended: ");
    run(3, "jobs", "run", "drop");
    assertThat(inbox.progress(changed)).isEqualTo("DROPPED");
    assertThat(inbox.progress(emptied)).as("DROPPING only if equal").isEqualTo("HELD");
    intervene(3, "release", changed, "it is not quarantined");
  }

  @Test
  void aQuarantineAtDroppingIsEndedOnlyWhileAllIsAsProven() throws Exception {
    run(0, "jobs", "run", "archive");
    LocalDate day = inbox.day(6);
    String ledger = "UPDATE `" + inbox.control() + "`.day_ledger SET ";
    inbox.sql(ledger + "progress = 'DROPPING' WHERE event_day = '" + day + "'");
    inbox.withoutTrigger("UPDATE", setStatusSql(day, "FAILED"));
    assertThat(run(3, "jobs", "run", "drop").out())
        .contains(name(day) + ": QUARANTINED, drop: NOT_AS_PROVEN");
    assertThat(inbox.progress(day)).isEqualTo("DROPPING");

    for (String command : new String[] {"retry", "release"}) {
      intervene(3, command, day, "nothing was changed: ", "event day " + day + ": proven were");
      assertThat(attention(day)).isEqualTo("QUARANTINED");
    }

    inbox.withoutTrigger("UPDATE", setStatusSql(day, "SUCCEEDED"));
    intervene(0, "retry", day, "it is tried again: ");
    assertThat(attention(day)).isEqualTo("NONE");
    run(0, "jobs", "run", "drop");
    assertThat(inbox.progress(day)).isEqualTo("DROPPED");
  }

  @Test
  void aGapOfTheGuardThatSomebodyHasJudgedIsReleased() throws Exception {
    run(0, "jobs", "run", "archive", "--as-of", inbox.day(1).toString());
    LocalDate day = inbox.day(6);
    inbox.sql(
        "INSERT INTO `"
            + inbox.control()
            + "`.late_inbox SELECT * FROM "
            + inbox.table()
            + " WHERE event_id = '"
            + TestInbox.event(day, 5)
            + "'");
    inbox.withoutTrigger("INSERT");
    assertThat(run(3, "jobs", "run", "drop").out())
        .contains(name(day) + ": QUARANTINED, drop: GUARD_GAP");
    intervene(0, "retry", day, "it is tried again");
    assertThat(run(3, "jobs", "run", "drop").out())
        .as("retry does not end a gap")
        .contains(name(day) + ": QUARANTINED, drop: GUARD_GAP");

    intervene(0, "release", day, "its quarantine is ended");

    assertThat(run(3, "jobs", "run", "drop").out()).contains(name(day) + ": COMPLETED");
    assertThat(inbox.progress(day)).isEqualTo("DROPPED");
    assertThat(inbox.progress(inbox.day(7))).as("judged day by day").isEqualTo("HELD");
  }

  @Test
  void aRenamedPartitionIsExplainedUnderBothNames() throws Exception {
    LocalDate day = inbox.day(1);
    inbox.sql(
        "ALTER TABLE "
            + inbox.table()
            + " REORGANIZE PARTITION "
            + name(day)
            + " INTO (PARTITION renamed VALUES LESS THAN ('"
            + day.plusDays(1)
            + "'))");

    assertThat(run(0, "jobs", "partition", "show", name(day)).out())
        .contains("the table has none of that name")
        .contains("next: PARTITION_LOST: the ledger has 1 day(s) in it")
        .contains("plan of archive: ATTENTION, PARTITION_LOST");
    assertThat(run(64, "jobs", "partition", "show", "renamed").err())
        .contains(
            "though the table has it, over days that the ledger put into [" + name(day) + "]");
    intervene(3, "release", day, "PARTITION_LOST");
  }

  @Test
  void whatIsNotThereIsToldSo() {
    assertThat(run(64, "jobs", "partition", "show", "p1").err())
        .contains("the day ledger has no day in a table partition 'p1' of dataset inbox");
    assertThat(run(64, "jobs", "partition", "retry", "p1", "--reason", "x").err())
        .contains("no day in a table partition 'p1'");
    assertThat(run(64, "jobs", "partition", "thaw", name(inbox.day(1))).err()).contains("--reason");
    assertThat(run(64, "jobs", "partition", "thaw", name(inbox.day(1)), "--reason", " ").err())
        .contains("--reason is blank");
    assertThat(
            run(
                    64,
                    "jobs",
                    "partition",
                    "retry",
                    name(inbox.day(1)),
                    "--reason",
                    "x",
                    "--by",
                    "n".repeat(256))
                .err())
        .contains("--by has 256 characters; 255 can be kept");
    intervene(3, "thaw", inbox.day(1), "only FROZEN or COPIED days can be thawed", " ONLINE");
    intervene(0, "retry", inbox.day(1), "nothing stops it");
  }

  private void intervene(int exitCode, String command, LocalDate day, String... said) {
    Outcome outcome =
        run(
            exitCode,
            "jobs",
            "partition",
            command,
            name(day),
            "--reason",
            "looked into",
            "--by",
            "Ada");
    assertThat(outcome.out()).contains(said);
  }

  private Outcome run(int exitCode, String... words) {
    Outcome outcome = inbox.run(words);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    return outcome;
  }

  private static String name(LocalDate day) {
    return TestInbox.partition(day);
  }

  private String attention(LocalDate day) throws SQLException {
    return inbox
        .query(
            "SELECT attention FROM `"
                + inbox.control()
                + "`.day_ledger WHERE event_day = '"
                + day
                + "'")
        .get(0);
  }

  private void setStatus(LocalDate day, String status) throws SQLException {
    inbox.sql(setStatusSql(day, status));
  }

  private String setStatusSql(LocalDate day, String status) {
    return "UPDATE "
        + inbox.table()
        + " SET status = '"
        + status
        + "' WHERE event_id = '"
        + TestInbox.event(day, 1)
        + "'";
  }

  private void aNightPasses() throws SQLException {
    inbox.sql(
        "UPDATE `"
            + inbox.control()
            + "`.day_ledger SET changed_at = changed_at - INTERVAL 1 DAY"
            + " WHERE attention = 'DEFERRED'");
  }
}
