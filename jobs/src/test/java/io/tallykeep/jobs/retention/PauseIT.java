package io.tallykeep.jobs.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.KillableInbox;
import io.tallykeep.jobs.KillableInbox.Boundary;
import io.tallykeep.jobs.KillableInbox.Killed;
import io.tallykeep.jobs.TestArchive;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.retention.fence.PauseSwitch;
import io.tallykeep.jobs.retention.fence.PauseSwitch.TurnTo;
import io.tallykeep.jobs.retention.lock.LockAttempt;
import io.tallykeep.jobs.retention.lock.TableLock;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.jobs.retention.testing.Aside;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pause switch stops, what it lets go on, and how soon. */
class PauseIT {
  private static final int DAYS = 12;
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
  void nothingDestructiveBeginsWhileItIsOn() throws Exception {
    String[] archive = {"jobs", "run", "archive", "--as-of", inbox.day(7).toString()};
    Outcome on = inbox.run("jobs", "pause", "on", "--reason", "a doubt", "--by", "Ada");
    assertThat(on.exitCode()).as(on.toString()).isZero();
    assertThat(on.out()).contains("pause: nothing destructive is on its way");
    assertStopped("close", "ONLINE", archive);
    assertThat(inbox.run("jobs", "run", "provision").exitCode()).as("provision goes on").isZero();
    JsonNode status = CommandProbe.json(inbox.run("jobs", "pause", "status", "--json"));
    assertThat(status.get("paused").asBoolean()).isTrue();
    assertThat(status.get("reason").asText()).isEqualTo("a doubt");
    assertThat(status.get("changedBy").asText()).startsWith("Ada, MySQL account ");

    pauseAfter(runs.atProgress("close", Killed.AFTER, "CLOSED"));
    assertStopped("freeze", "CLOSED", archive);
    pauseAfter(runs.atProgress("freeze", Killed.AFTER, "FROZEN"));
    assertStopped("publish", "COPIED", archive);
    pauseAfter(runs.atProgress("publish", Killed.AFTER, "PUBLISHING"));
    assertStopped("publish", "PUBLISHING", archive);
    turn(TurnTo.OFF);
    assertThat(inbox.run(archive).exitCode()).isZero();
    assertThat(inbox.progress(inbox.day(12))).isEqualTo("HELD");

    try (Connection reader = inbox.server().getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.execute("SELECT COUNT(*) FROM " + inbox.table());
      pauseAfter(runs.atSql("first try", Killed.AFTER, "DROP PARTITION"));
      assertStopped("drop", "DROPPING", "jobs", "run", "drop");
      reader.rollback();
    }
    turn(TurnTo.OFF);
    assertThat(inbox.run("jobs", "run", "drop").exitCode()).isZero();

    String[] expire = {"jobs", "run", "expire", "--as-of", inbox.day(1).toString()};
    pauseAfter(runs.atProgress("expire", Killed.AFTER, "EXPIRED"));
    assertStopped("expire", "EXPIRED", expire);
    try (TestArchive archived = new TestArchive(inbox)) {
      assertThat(archived.files(inbox.day(12))).as("the files are still listed").isNotEmpty();
      turn(TurnTo.OFF);
      assertThat(inbox.run(expire).exitCode()).isZero();
      assertThat(archived.files(inbox.day(12))).isEmpty();
    }
  }

  @Test
  void whoeverTurnsItOnAgainIsToldWhoDidFirst() throws SQLException {
    assertThat(inbox.run("jobs", "pause", "on", "--reason", "a doubt", "--by", "Ada").out())
        .doesNotContain("already");

    Outcome again = inbox.run("jobs", "pause", "on", "--reason", "me too", "--by", "Bob");

    assertThat(again.exitCode()).as(again.toString()).isZero();
    assertThat(again.out())
        .contains("pause: was on already, since ", " UTC by Ada, MySQL account ", ": a doubt.");
    assertThat(inbox.run("jobs", "pause", "status").out()).contains("a doubt").contains("Ada");
    assertThat(
            inbox.query("SELECT reason FROM `" + inbox.control() + "`.operator_action ORDER BY id"))
        .containsExactly("a doubt", "me too");
  }

  @Test
  void aSessionThatStillHoldsATablesLockIsNotQuiet() throws Exception {
    Files.writeString(inbox.configuration(), "  worker: {lease: 8s}\n", StandardOpenOption.APPEND);
    try (TableLock lock =
        ((LockAttempt.Held<TableLock>)
                TableLock.tryAcquire(inbox.server(), TableName.parse(inbox.schema() + ".inbox")))
            .lock()) {
      Outcome on = inbox.run("jobs", "pause", "on", "--reason", "a doubt");

      assertThat(on.exitCode()).as(on.toString()).isEqualTo(2);
      assertThat(on.out()).contains("pause: on", "pause: still at work under the lock of table ");
      assertThat(lock.session().number("SELECT 1")).isEqualTo(1);
    }
  }

  /** As a newer version, or somebody's own hand, may leave it. */
  @Test
  void ordersAreTakenWhateverTheSchemasHistorySays() throws SQLException {
    inbox.sql("UPDATE `" + inbox.control() + "`.tallykeep_schema_history SET checksum = 1");

    Outcome archive = inbox.run("jobs", "run", "archive");
    assertThat(archive.exitCode()).as(archive.toString()).isEqualTo(2);
    assertThat(archive.err())
        .contains("tallykeep: schema " + inbox.control() + " could not be brought to this version")
        .contains("tallykeep_schema_history")
        .doesNotContain("internal error");
    for (String[] order :
        new String[][] {
          {"jobs", "pause", "on", "--reason", "a doubt"},
          {"jobs", "hold", "add", "--reason", "a court's order"},
          {"jobs", "hold", "release", "1", "--reason", "over"},
          {"jobs", "pause", "off", "--reason", "over"}
        }) {
      Outcome taken = inbox.run(order);
      assertThat(taken.exitCode()).as(taken.toString()).isZero();
    }
  }

  @Test
  void aDropOfManyPartitionsStopsWithinTheBound() throws Exception {
    String days8To12 = inbox.day(3).toString();
    assertThat(inbox.run("jobs", "run", "archive", "--as-of", days8To12).exitCode()).isZero();
    runs.mysql().delay(Duration.ofMillis(4));
    Future<Outcome> drop = Aside.call(() -> inbox.run("jobs", "run", "drop"));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> inbox.progress(inbox.day(12)).equals("DROPPED"));

    String askedAt = inbox.query("SELECT SYSDATE(6)").get(0);
    turn(TurnTo.ON);

    Outcome outcome = drop.get();
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.out()).contains(": STOPPED, drop: PAUSED: ");
    assertThat(inbox.query("SELECT COUNT(*) FROM " + inbox.table()))
        .as("most partitions are still there")
        .isNotEqualTo(String.valueOf(7 * ROWS));
    double late =
        Double.parseDouble(
            inbox
                .query(
                    "SELECT GREATEST(0, TIMESTAMPDIFF(MICROSECOND, '"
                        + askedAt
                        + "', MAX(dropped_at))) / 1000 FROM `"
                        + inbox.control()
                        + "`.day_ledger")
                .get(0));
    System.out.printf("pause: last drop recorded %.1f ms after the pause was asked for%n", late);
    assertThat(late).as("at most one statement that was sent already").isLessThan(5_000);
    assertThat(inbox.query("SELECT DISTINCT attention FROM `" + inbox.control() + "`.day_ledger"))
        .containsExactly("NONE");
  }

  private void pauseAfter(Boundary boundary) throws SQLException {
    turn(TurnTo.OFF);
    boundary.proxy().heal();
    boundary.proxy().stopAfter(this::turnOn, boundary.texts().toArray(String[]::new));
  }

  private void turnOn() {
    try {
      turn(TurnTo.ON);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void turn(TurnTo to) throws SQLException {
    try (Session session = Session.open(inbox.server())) {
      new PauseSwitch(Identifier.of(inbox.control())).turn(session, to, "a doubt", "Ada");
    }
  }

  private void assertStopped(String step, String progress, String... command) throws SQLException {
    Outcome outcome = inbox.run(command);
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.out())
        .contains(": STOPPED, " + step + ": PAUSED: destructive work is paused since ")
        .contains(" by Ada")
        .contains(": a doubt.");
    assertThat(inbox.progress(inbox.day(12))).isEqualTo(progress);
    assertThat(inbox.query("SELECT DISTINCT attention FROM `" + inbox.control() + "`.day_ledger"))
        .as("nothing is held against a day")
        .containsExactly("NONE");
  }
}
