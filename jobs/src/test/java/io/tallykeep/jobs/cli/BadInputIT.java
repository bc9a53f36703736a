package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every command under every bad input that only a server can tell: what is wrong and what to do is
 * told, no stack trace is, and nothing changes. The table is there, the control schema is not.
 */
@TestInstance(Lifecycle.PER_CLASS)
class BadInputIT {
  private static final int DAYS = 5;

  private TestInbox inbox;
  private CommandProbe probe;

  @BeforeAll
  void createAnInboxWithoutAControlSchema(@TempDir Path folder) throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    inbox.fill(inbox.day(DAYS), 3);
    inbox.sql("DROP DATABASE `" + inbox.control() + "`");
    probe = CommandProbe.of(inbox);
  }

  private String[] words(String line) {
    return Arrays.stream(line.split(" "))
        .map(word -> word.replace("FIRST_DAY", inbox.day(DAYS).toString()))
        .toArray(String[]::new);
  }

  /** What a person reads: findings on standard output, refusals on standard error. */
  private static String said(Outcome outcome) {
    return outcome.out() + outcome.err();
  }

  private CommandProbe at(String hostAndPort) throws Exception {
    MysqlAddress mysql = Sandbox.shared().mysql();
    return probe.with("//" + mysql.host() + ":" + mysql.port(), "//" + hostAndPort);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check",
        "jobs plan provision",
        "jobs plan archive",
        "jobs plan drop",
        "jobs plan expire",
        "jobs run provision",
        "jobs run archive",
        "jobs run drop",
        "jobs run expire",
        "jobs run archive --dry-run",
        "jobs status",
        "jobs guard install --covered-since FIRST_DAY",
        "jobs guard install --covered-since FIRST_DAY --dry-run",
        "jobs guard remove",
        "jobs guard status",
        "verifier lookup --consumer c --event e --day FIRST_DAY"
      })
  void aServerThatDoesNotAnswerOrLetsNobodyIn(String line) throws Exception {
    Outcome nobody = at("127.0.0.1:1").runWithoutEffect(words(line));
    assertThat(nobody.exitCode()).as(nobody.toString()).isEqualTo(2);
    assertThat(said(nobody)).contains("Communications link failure");

    Outcome unknown = at("no-such-host.invalid:3306").runWithoutEffect(words(line));
    assertThat(unknown.exitCode()).as(unknown.toString()).isEqualTo(2);
    assertThat(said(unknown)).contains("Communications link failure");

    Outcome wrong =
        probe.as(Sandbox.shared().mysql().user(), "hunter2").runWithoutEffect(words(line));
    assertThat(wrong.exitCode()).as(wrong.toString()).isEqualTo(2);
    assertThat(said(wrong)).contains("Access denied").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check",
        "jobs plan provision",
        "jobs plan archive",
        "jobs plan drop",
        "jobs plan expire",
        "jobs run provision",
        "jobs run archive",
        "jobs run drop",
        "jobs run expire",
        "jobs run archive --dry-run",
        "jobs guard install --covered-since FIRST_DAY",
        "jobs guard install --covered-since FIRST_DAY --dry-run",
        "jobs guard remove",
        "jobs guard status"
      })
  void aTableThatIsNotThere(String line) throws Exception {
    String table = inbox.schema() + ".inbox";
    String missing = inbox.schema() + ".nope";

    Outcome outcome =
        probe.with("table: " + table, "table: " + missing).runWithoutEffect(words(line));

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(said(outcome)).contains(missing);
  }

  @Test
  void aLookupInATableThatIsNotThereDecidesNothing() throws Exception {
    Outcome outcome =
        probe
            .with("table: " + inbox.schema() + ".inbox", "table: " + inbox.schema() + ".nope")
            .runWithoutEffect(words("verifier lookup --consumer c --event e --day FIRST_DAY"));

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.out())
        .contains("answer: UNDECIDABLE")
        .contains("TABLE_UNREADABLE")
        .contains(inbox.schema() + ".nope");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs plan provision",
        "jobs plan archive",
        "jobs plan drop",
        "jobs plan expire",
        "jobs plan archive --as-of 1000-01-02",
        "jobs plan expire --as-of 1000-01-02",
        "jobs run provision --dry-run",
        "jobs run archive --dry-run",
        "jobs run drop --dry-run",
        "jobs run expire --dry-run",
        "jobs status",
        "jobs guard remove",
        "jobs guard remove --dry-run",
        "jobs guard install --covered-since FIRST_DAY --dry-run"
      })
  void beforeAdoptionNothingIsCreatedByLooking(String line) throws SQLException {
    Outcome outcome = probe.runWithoutEffect(words(line));

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void theSqlOfAnInstallationIsPrintedWhole() throws SQLException {
    Outcome outcome =
        probe.runWithoutEffect(words("jobs guard install --covered-since FIRST_DAY --dry-run"));

    assertThat(outcome.out())
        .contains("-- schema `" + inbox.control() + "` is created")
        .contains("CREATE TABLE `" + inbox.control() + "`.`late_inbox`")
        .contains("-- the day ledger gets 1 rows, ONLINE, for table partition ")
        .containsSubsequence("BEFORE INSERT ON", "BEFORE UPDATE ON", "BEFORE DELETE ON");
  }

  @Test
  void anAdoptionThatCanNotBeginLeavesNothingBehind() throws SQLException {
    Outcome without = probe.runWithoutEffect("jobs", "guard", "install");
    assertThat(without.exitCode()).isEqualTo(64);
    assertThat(without.out())
        .contains("guard inbox: refused, nothing was changed:")
        .contains("Give --covered-since DATE")
        .contains("[COVERED_SINCE_MISSING]");

    for (String since : List.of("1969-12-31", "2999-01-01")) {
      Outcome outcome =
          probe.runWithoutEffect("jobs", "guard", "install", "--covered-since", since);
      assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
      assertThat(outcome.out()).contains("refused, nothing was changed:").contains(since);
    }

    Outcome tooLate =
        probe.runWithoutEffect(
            "jobs", "guard", "install", "--covered-since", inbox.day(0).toString());
    assertThat(tooLate.exitCode()).as(tooLate.toString()).isEqualTo(64);
    assertThat(tooLate.out()).contains("[NOTHING_TO_COVER]");
  }

  @Test
  void aTableWithoutPartitionsCanNotBeRetained() throws Exception {
    CommandProbe operations =
        probe
            .with("table: " + inbox.schema() + ".inbox", "table: " + inbox.schema() + ".operation")
            .with("event-day: event_day", "event-day: created_at");

    for (String line : List.of("check", "jobs run archive", "jobs run provision", "jobs plan")) {
      Outcome outcome = operations.runWithoutEffect(words(line));
      assertThat(outcome.exitCode()).as(line + outcome).isEqualTo(64);
      assertThat(said(outcome)).contains(inbox.schema() + ".operation");
    }
  }
}
