package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestInbox;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.sandbox.Sandbox;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every {@code --json} prints one document with the fields that docs/cli.md promises. */
@TestInstance(Lifecycle.PER_CLASS)
class JsonDocumentsIT {
  private static final int DAYS = 7;

  private TestInbox inbox;
  private CommandProbe probe;

  /** A row of day 6 is not done; days 4 and younger are in the online window. */
  @BeforeAll
  void adoptAnInbox(@TempDir Path folder) throws Exception {
    inbox = TestInbox.create(Sandbox.shared(), folder, DAYS);
    for (int daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
      inbox.fill(inbox.day(daysAgo), 10);
    }
    probe = CommandProbe.of(inbox);
    assertThat(inbox.adopt(DAYS).exitCode()).isZero();
    inbox.sql(
        "UPDATE "
            + inbox.table()
            + " SET status = 'PROCESSING' WHERE event_id = '"
            + TestInbox.event(inbox.day(6), 1)
            + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"provision", "archive", "drop", "expire"})
  void aPlan(String job) throws SQLException {
    Outcome outcome = probe.runWithoutEffect("jobs", "plan", job, "--json");

    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    JsonNode document = CommandProbe.json(outcome);
    assertThat(CommandProbe.fields(document)).containsExactly("plan");
    assertThat(document.get("plan"))
        .allSatisfy(
            line ->
                assertThat(CommandProbe.fields(line))
                    .containsExactly(
                        "dataset",
                        "tablePartition",
                        "firstDay",
                        "lastDay",
                        "action",
                        "code",
                        "reason"));
    assertThat(CommandProbe.json(probe.run("jobs", "run", job, "--dry-run", "--json")))
        .isEqualTo(document);
  }

  @Test
  void aRunAndTheStatusAfterIt() throws SQLException {
    Outcome run = probe.run("jobs", "run", "archive", "--json");

    assertThat(run.exitCode()).as(run.toString()).isEqualTo(2);
    JsonNode report = CommandProbe.json(run).get("reports").get(0);
    assertThat(CommandProbe.fields(report))
        .containsExactly("job", "dataset", "ran", "results", "attention", "escalated");
    assertThat(report.get("job").textValue()).isEqualTo("archive");
    assertThat(report.get("dataset").textValue()).isEqualTo("inbox");
    assertThat(report.get("ran").booleanValue()).isTrue();
    assertThat(report.get("results"))
        .allSatisfy(
            result ->
                assertThat(CommandProbe.fields(result))
                    .containsExactly("tablePartition", "runId", "end", "detail"))
        .extracting(result -> result.get("end").textValue())
        .containsExactly("COMPLETED", "DEFERRED", "COMPLETED");
    assertThat(report.get("attention")).isEmpty();
    assertStatus();
    assertLostPartition();
  }

  private void assertLostPartition() throws SQLException {
    inbox.sql(
        "ALTER TABLE " + inbox.table() + " DROP PARTITION " + TestInbox.partition(inbox.day(5)));

    Outcome run = probe.run("jobs", "run", "archive", "--json");

    assertThat(run.exitCode()).as("a lost partition is for a person: " + run).isEqualTo(3);
    JsonNode attention = CommandProbe.json(run).get("reports").get(0).get("attention").get(0);
    assertThat(CommandProbe.fields(attention)).containsExactly("tablePartition", "code", "reason");
    assertThat(attention.get("code").textValue()).isEqualTo("PARTITION_LOST");
  }

  private void assertStatus() {
    JsonNode days = CommandProbe.json(probe.run("jobs", "status", "--json")).get("days");
    assertThat(days)
        .hasSize(DAYS)
        .allSatisfy(
            day ->
                assertThat(CommandProbe.fields(day))
                    .containsExactly(
                        "dataset",
                        "eventDay",
                        "progress",
                        "tablePartition",
                        "rowCount",
                        "digest",
                        "holdUntil",
                        "attention",
                        "attentionReason",
                        "epoch",
                        "attentionNights",
                        "escalated"));
    assertThat(days.get(0).get("progress").textValue()).isEqualTo("HELD");
    assertThat(days.get(0).get("rowCount").intValue()).isEqualTo(10);
    assertThat(days.get(1).get("attention").textValue()).isEqualTo("DEFERRED");
    assertThat(days.get(1).get("attentionReason").textValue()).startsWith("ROWS_NOT_READY: ");
  }

  @Test
  void theStatusOfAGuard() {
    JsonNode guard =
        CommandProbe.json(probe.run("jobs", "guard", "status", "--json")).get("guards").get(0);

    assertThat(CommandProbe.fields(guard))
        .containsExactly("dataset", "state", "newestCreatedAt", "youngDays");
    assertThat(guard.get("state").textValue()).isEqualTo("HEALTHY");
    assertThat(guard.get("youngDays").intValue()).isEqualTo(1);
  }

  @Test
  void aLookup() {
    LocalDate day = inbox.day(1);
    Outcome outcome =
        probe.run(
            "verifier",
            "lookup",
            "--json",
            "--id",
            TestInbox.CONSUMER,
            "--id",
            TestInbox.event(day, 10),
            "--day",
            day.toString());

    assertThat(outcome.exitCode()).isZero();
    JsonNode document = CommandProbe.json(outcome);
    assertThat(CommandProbe.fields(document))
        .containsExactly(
            "answer",
            "reason",
            "consumer",
            "eventId",
            "eventDay",
            "where",
            "result",
            "recordedHash",
            "epoch",
            "requests",
            "dataset",
            "identity",
            "server",
            "state");
    assertThat(document.get("answer").textValue()).isEqualTo("DUPLICATE");
    assertThat(document.get("identity").toString())
        .isEqualTo("[\"" + TestInbox.CONSUMER + "\",\"" + TestInbox.event(day, 10) + "\"]");
    assertThat(document.get("consumer").textValue()).isEqualTo(TestInbox.CONSUMER);
    assertThat(document.get("eventDay").textValue()).isEqualTo(day.toString());
    assertThat(CommandProbe.fields(document.get("result")))
        .containsExactly("status", "result_code", "amount_minor", "currency");
    assertThat(document.get("recordedHash").textValue()).matches("[0-9a-f]{64}");
    assertThat(document.get("requests").isNumber()).isTrue();
  }

  @Test
  void aHashThatItsColumnCanNotHoldIsRefusedAndNoConflict() {
    LocalDate day = inbox.day(2);
    Outcome outcome =
        probe.run(
            "verifier",
            "lookup",
            "--consumer",
            TestInbox.CONSUMER,
            "--event",
            TestInbox.event(day, 5),
            "--day",
            day.toString(),
            "--payload-hash",
            "abcd");

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("--payload-hash: the payload hash has 2 bytes, which column payload_hash")
        .contains("binary(32) can't hold");
  }

  @Test
  void theTwoFormsOfAnIdentityAnswerTheSame() {
    LocalDate day = inbox.day(2);
    String event = TestInbox.event(day, 5);

    Outcome pair =
        probe.run("verifier", "lookup", "--consumer", TestInbox.CONSUMER, "--event", event);
    Outcome list = probe.run("verifier", "lookup", "--id", TestInbox.CONSUMER, "--id", event);

    assertThat(pair.out())
        .isEqualTo(list.out())
        .contains("answer: DUPLICATE")
        .doesNotContain("null");
  }
}
