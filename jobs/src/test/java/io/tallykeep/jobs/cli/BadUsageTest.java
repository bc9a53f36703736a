package io.tallykeep.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.CommandProbe;
import io.tallykeep.jobs.TestInbox.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad usage is told before any server is asked: there is none here. */
class BadUsageTest {
  private static final String POINTER = "Run 'tallykeep";

  @TempDir private Path folder;
  private Path configuration;

  @BeforeEach
  void writeTwoDatasets() throws IOException {
    configuration =
        Files.writeString(
            folder.resolve("tallykeep.yml"),
            """
            tallykeep:
              source: {url: "jdbc:mysql://127.0.0.1:1/", username: jobs}
              object-store: {bucket: archive, endpoint: "http://127.0.0.1:1", path-style: true}
              datasets:
                inbox: {table: a.inbox, identity: [consumer_name, event_id], event-day: d}
                refunds: {table: a.refunds, identity: [refund_id], event-day: d}
            """);
  }

  private Outcome run(String line) {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.add("--config=" + configuration);
    return CommandProbe.runAsIs(words.toArray(String[]::new));
  }

  /** One line that says what is wrong, one that points to the help. */
  private static void assertBadUsage(Outcome outcome, String what) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines().toList()).hasSize(2);
    assertThat(outcome.err().lines().findFirst().orElseThrow())
        .startsWith("tallykeep: ")
        .contains(what);
    assertThat(outcome.err()).contains(POINTER).contains(" --help' for usage.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "frobnicate | 'frobnicate'",
        "jobs frobnicate | 'frobnicate'",
        "check --frobnicate | '--frobnicate'",
        "jobs | Missing required subcommand",
        "verifier | Missing required subcommand",
        "capacity | Missing required subcommand",
        "jobs guard | Missing required subcommand",
        "jobs run | Missing required parameter: 'JOB'",
        "jobs run archvie | 'archvie' is no job; there are provision, archive, late, drop, expire",
        "chekc | Is check meant?",
        "jobs run archive --asof 2026-03-01 | Is --as-of meant?",
        "jobs run compact | 'compact'",
        "jobs plan compact | 'compact'",
        "jobs plan archive drop | 'drop'",
        "jobs run archive --as-of | '--as-of'",
        "jobs run archive --as-of 01.03.2026 | '01.03.2026' is not a date; write YYYY-MM-DD.",
        "jobs run archive --as-of 2026-02-30 | '2026-02-30' is not a date",
        "jobs plan --as-of +999999999-12-31 | '+999999999-12-31' is not a date from 1000-01-02",
        "jobs plan --as-of 2026-01-01 --as-of 2026-01-02 | '--as-of'",
        "jobs guard install --covered-since yesterday | 'yesterday' is not a date",
        "verifier lookup --dataset inbox --consumer c --event e --day 0001-01-01 | '0001-01-01'",
        "verifier hash --input /nowhere/p.json | there is no file /nowhere/p.json",
        "verifier hash --input / | can't read /",
        "verifier hash --fields a,/a | field '/a' is declared twice",
        "verifier hash --fields a,,b | needs a name",
        "capacity window --format xml | 'xml'"
      })
  void whatIsWrongIsToldWithAPointerToTheHelp(String line, String what) {
    List<String> words = List.of(line.split(" "));

    Outcome outcome = CommandProbe.runAsIs(words.toArray(String[]::new));

    assertBadUsage(outcome, what);
  }

  @Test
  void withoutACommandTheHelpIsPointedTo() {
    assertBadUsage(
        CommandProbe.runAsIs(),
        "Missing required subcommand: one of check, jobs, verifier, capacity, demo, lab, sandbox.");
  }

  @Test
  void anUnknownJobIsToldTheOnesThereAre() {
    assertThat(run("jobs run compact").err())
        .containsIgnoringCase("provision, archive, late, drop, expire");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "0g", "0x00", "00 ff"})
  void aHashThatIsNotHexadecimalIsRefused(String hash) {
    assertBadUsage(
        CommandProbe.runAsIs(
            "verifier",
            "lookup",
            "--config=" + configuration,
            "--dataset=inbox",
            "--consumer=c",
            "--event=e",
            "--payload-hash=" + hash),
        "--payload-hash '" + hash + "' is not an even number of hexadecimal digits.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--dataset inbox --consumer c | --id once for each of the 2 column(s)",
        "--dataset inbox --event e | --id once for each of the 2 column(s)",
        "--dataset inbox | has the identity [consumer_name, event_id]",
        "--dataset inbox --id c | --id once for each of the 2 column(s)",
        "--dataset inbox --id c --id e --id f | --id once for each of the 2 column(s)",
        "--dataset inbox --consumer c --event e --id x | either --consumer and --event or --id",
        "--dataset refunds --consumer c --event e | has the identity [refund_id]",
        "--dataset inbox --consumer c --event= | is empty, which names no event",
        "--dataset refunds --id= | the identity [refund_id] is empty"
      })
  void anIdentityThatDoesNotFitTheDatasetIsRefused(String options, String what) {
    assertBadUsage(run("verifier lookup " + options), what);
  }

  @Test
  void withSeveralDatasetsALookupMustNameOne() {
    Outcome outcome = run("verifier lookup --consumer c --event e");

    assertThat(outcome.exitCode()).isEqualTo(64);
    assertThat(outcome.err())
        .isEqualToIgnoringNewLines(
            "tallykeep: the configuration has several datasets, [inbox, refunds]: say which with"
                + " --dataset.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jobs plan --dataset nope",
        "jobs run archive --dataset nope",
        "jobs run expire --dataset nope --dry-run",
        "jobs status --dataset nope",
        "jobs guard install --dataset nope",
        "jobs guard remove --dataset nope",
        "jobs guard status --dataset nope",
        "verifier lookup --dataset nope --consumer c --event e"
      })
  void anUnknownDatasetIsToldTheOnesThereAre(String line) {
    Outcome outcome = run(line);

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(outcome.err())
        .isEqualToIgnoringNewLines(
            "tallykeep: There is no dataset 'nope'. The configuration has: [inbox, refunds].");
  }

  @Test
  void aDayTooFarAheadIsASlip() {
    Outcome outcome = run("jobs plan provision --as-of 9999-12-30");

    assertThat(outcome.exitCode()).isEqualTo(64);
    assertThat(outcome.err()).contains("--as-of 9999-12-30 is more than 10 years ahead.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check",
        "jobs plan",
        "jobs run archive",
        "jobs status",
        "jobs guard install",
        "jobs guard remove",
        "jobs guard status",
        "verifier lookup --consumer c --event e",
        "capacity window"
      })
  void everyCommandTellsABrokenConfigurationByLine(String line) throws IOException {
    Files.writeString(configuration, "tallykeep:\n  source: {url: [\n");

    Outcome outcome = run(line);

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(outcome.err())
        .startsWith(
            "tallykeep: Configuration " + configuration + ", line 3, column 1: is not YAML");
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jobs plan", "jobs run drop", "jobs guard install", "jobs status"})
  void everyCommandListsAllThatIsWrongWithTheConfiguration(String line) throws IOException {
    Files.writeString(configuration, "tallykeep: {datasets: {inbox: {table: a.b}}}");

    Outcome outcome = run(line);

    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(64);
    assertThat(outcome.err())
        .startsWith("tallykeep: the configuration can't be used:")
        .contains("tallykeep.source.url: is missing")
        .contains("tallykeep.object-store.bucket: is missing")
        .contains("tallykeep.datasets.inbox.identity: is missing");
  }

  @Test
  void aMissingConfigurationIsTold() {
    Outcome outcome =
        CommandProbe.runAsIs("check", "--config", folder.resolve("no.yml").toString());

    assertThat(outcome.exitCode()).isEqualTo(64);
    assertThat(outcome.err()).contains("no.yml can't be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "check --help",
        "jobs --help",
        "jobs plan --help",
        "jobs run --help",
        "jobs status --help",
        "jobs guard --help",
        "jobs guard install --help",
        "jobs guard remove --help",
        "jobs guard status --help",
        "verifier --help",
        "verifier lookup --help",
        "verifier hash --help",
        "capacity --help",
        "capacity window --help"
      })
  void helpIsThereAtEveryLevel(String line) {
    Outcome outcome = CommandProbe.runAsIs(line.split(" "));

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("Usage: tallykeep");
    assertThat(outcome.err()).isEmpty();
  }
}
