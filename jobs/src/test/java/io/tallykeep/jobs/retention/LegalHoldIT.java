package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Held days go on to be copied and proven, and are neither dropped nor expired. */
class LegalHoldIT {
  private static final int DAYS = 12;

  @TempDir private Path folder;
  private KillableInbox runs;
  private TestInbox inbox;
  private TestArchive archive;

  @BeforeEach
  void adopt() throws Exception {
    runs = KillableInbox.create(Sandbox.shared(), folder, DAYS, 40);
    inbox = runs.inbox();
    archive = new TestArchive(inbox);
  }

  @AfterEach
  void close() {
    archive.close();
    runs.close();
  }

  @Test
  void heldDaysAreArchivedAndNeitherDroppedNorExpired() throws Exception {
    LocalDate oldest = inbox.day(12);
    LocalDate held = inbox.day(11);
    add(held, 0, "legal hold 1 placed");
    run(0, "jobs", "run", "archive", "--as-of", inbox.day(6).toString());
    assertProgress("HELD", "HELD");

    assertThat(run(0, "jobs", "plan", "drop").out())
        .contains("LEGAL_HOLD")
        .contains("legal hold 1 (from " + held + " to " + held + ", placed ");
    run(0, "jobs", "run", "drop");
    assertProgress("DROPPED", "HELD");

    add(oldest, 0, "1 of its days have left MySQL before; their archive stays", oldest.toString());
    String[] expire = {"jobs", "run", "expire", "--as-of", inbox.day(1).toString()};
    run(0, expire);
    assertProgress("DROPPED", "HELD");
    assertThat(archive.files(oldest)).isNotEmpty();
    release(2);
    run(0, expire);
    assertProgress("EXPIRED", "HELD");
    add(oldest, 3, "TOO LATE for 1 day(s) that have expired: [" + oldest + "]");

    assertStoppedByAHoldPlacedMeanwhile(held);
    assertPlacedWhileTheDropWaits(held);
    assertEverythingIsOnRecord();
  }

  /** The plan saw no hold; the transaction that begins the drop does. */
  private void assertStoppedByAHoldPlacedMeanwhile(LocalDate held) throws Exception {
    release(1);
    List<Outcome> placed = new ArrayList<>();
    runs.mysql().stopBefore(() -> placed.add(hold(held)), "FOR UPDATE NOWAIT");

    Outcome drop = run(2, "jobs", "run", "drop");

    assertThat(placed).singleElement().extracting(Outcome::exitCode).isEqualTo(0);
    assertThat(drop.out()).contains("STOPPED, drop: LEGAL_HOLD: legal hold 4 (from " + held);
    assertProgress("EXPIRED", "HELD");
    assertThat(inbox.query("SELECT DISTINCT attention FROM `" + inbox.control() + "`.day_ledger"))
        .containsExactly("NONE");
    release(4);
  }

  /** A drop that a reader holds up can be held; one that may be under way can't. */
  private void assertPlacedWhileTheDropWaits(LocalDate held) throws Exception {
    try (Connection reader = inbox.server().getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT COUNT(*) FROM " + inbox.table());
      List<Outcome> refused = new ArrayList<>();
      runs.mysql().stopBefore(() -> refused.add(hold(held)), "DROP PARTITION");
      run(2, "jobs", "run", "drop");
      assertThat(refused).singleElement().extracting(Outcome::exitCode).isEqualTo(2);
      assertThat(refused.get(0).out())
          .contains("not placed: days of it are DROPPING")
          .contains("is held by connection ");
      reader.rollback();
    }
    assertProgress("EXPIRED", "DROPPING");
    add(held, 0, "legal hold 5 placed");
    assertThat(run(0, "jobs", "run", "drop").out()).contains("nothing to do");
    assertThat(run(0, "jobs", "plan", "drop").out()).contains("its drop was begun and waits");
    assertProgress("EXPIRED", "DROPPING");
    release(5);
    run(0, "jobs", "run", "drop");
    assertProgress("EXPIRED", "DROPPED");
  }

  private void assertEverythingIsOnRecord() throws SQLException {
    assertThat(
            inbox.query(
                "SELECT CONCAT_WS(' ', action, person, state_after) FROM `"
                    + inbox.control()
                    + "`.operator_action ORDER BY id"))
        .containsExactly(
            "HOLD_ADD Ada legal hold 1",
            "HOLD_ADD Ada legal hold 2",
            "HOLD_RELEASE Ada released",
            "HOLD_ADD Ada legal hold 3",
            "HOLD_RELEASE Ada released",
            "HOLD_ADD Ada legal hold 4",
            "HOLD_RELEASE Ada released",
            "HOLD_ADD Ada legal hold 5",
            "HOLD_RELEASE Ada released");
    JsonNode all =
        CommandProbe.json(run(0, "jobs", "hold", "list", "--all", "--json")).get("holds");
    assertThat(all).hasSize(5);
    assertThat(CommandProbe.fields(all.get(0)))
        .containsExactly(
            "id",
            "dataset",
            "from",
            "to",
            "placedAt",
            "placedBy",
            "reason",
            "releasedAt",
            "releasedBy",
            "releaseReason");
    assertThat(all.get(0).get("releaseReason").asText()).isEqualTo("over");
    assertThat(CommandProbe.json(run(0, "jobs", "hold", "list", "--json")).get("holds")).hasSize(1);
    assertThat(run(3, "jobs", "hold", "add", "--reason", "everything").out())
        .as("without --from, too")
        .contains("TOO LATE for 1 day(s) that have expired");
  }

  @Test
  void whatCanNotBeHeldIsRefused() {
    assertThat(run(64, "jobs", "hold", "add", "--reason", "  ").err())
        .contains("--reason is blank");
    assertThat(run(64, "jobs", "hold", "add").err()).contains("--reason");
    assertThat(
            run(
                    64,
                    "jobs",
                    "hold",
                    "add",
                    "--reason",
                    "x",
                    "--from",
                    "2026-02-02",
                    "--to",
                    "2026-02-01")
                .err())
        .contains("--to 2026-02-01 is before --from 2026-02-02");
    assertThat(run(64, "jobs", "hold", "release", "99", "--reason", "x").err())
        .contains("no legal hold 99 holds");
    assertThat(run(0, "jobs", "hold", "list").out()).contains("hold: none");
  }

  private void add(LocalDate day, int exitCode, String... said) {
    Outcome outcome = hold(day);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    assertThat(outcome.out()).contains(said);
  }

  private Outcome hold(LocalDate day) {
    return inbox.run(
        "jobs",
        "hold",
        "add",
        "--from",
        day.toString(),
        "--to",
        day.toString(),
        "--reason",
        "a court's order",
        "--by",
        "Ada");
  }

  private void release(int id) {
    run(0, "jobs", "hold", "release", String.valueOf(id), "--reason", "over", "--by", "Ada");
  }

  private Outcome run(int exitCode, String... words) {
    Outcome outcome = inbox.run(words);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(exitCode);
    return outcome;
  }

  private void assertProgress(String oldest, String second) throws SQLException {
    assertThat(List.of(inbox.progress(inbox.day(12)), inbox.progress(inbox.day(11))))
        .containsExactly(oldest, second);
  }
}
