package io.tallykeep.jobs.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.jobs.settings.SettingsLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsCheckTest {
  /** Sound under the built-in scenario: identity window 90 days, direct redelivery 7 days. */
  private static final String SOUND =
      """
      tallykeep:
        source:
          url: jdbc:mysql://db:3306/
          username: jobs
        object-store:
          bucket: archive
        datasets:
          inbox:
            table: payments.inbox
            identity: [consumer_name, event_id]
            event-day: event_day
            live-rows: {column: status, values: [PROCESSING]}
            business-key:
              columns: [operation_id]
              table: payments.operation
              key-columns: [operation_id]
              status-column: status
              undecided: [UNKNOWN]
            windows: {online-days: 7, slack-days: 3, hold-days: 2, identity-days: 90}
      """;

  @TempDir private Path folder;

  private CheckedSettings check(String yaml) {
    try {
      return SettingsCheck.check(
          SettingsLoader.load(Files.writeString(folder.resolve("tallykeep.yml"), yaml)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CheckedSettings changed(String from, String to) {
    assertThat(SOUND).contains(from);
    return check(SOUND.replace(from, to));
  }

  /** The one finding; every finding has a place, says what is wrong and what to do. */
  private static Finding only(CheckedSettings checked) {
    assertThat(checked.findings()).hasSize(1);
    return checked.findings().get(0);
  }

  private static List<String> places(CheckedSettings checked) {
    return checked.findings().stream().map(Finding::place).toList();
  }

  @Test
  void aSoundConfigurationHasNoFindings() {
    CheckedSettings checked = check(SOUND);

    assertThat(checked.findings()).isEmpty();
    RetainedDataset inbox = checked.datasets().named("inbox");
    assertThat(inbox.dataset().lateTable()).hasToString("tallykeep.late_inbox");
    assertThat(inbox.windows().youngDays()).isEqualTo(4);
  }

  @Test
  void anEmptyConfigurationIsToldEverythingItNeedsAtOnce() {
    CheckedSettings checked = check("");

    assertThat(places(checked))
        .containsExactly(
            "tallykeep.source.url",
            "tallykeep.source.username",
            "tallykeep.object-store.bucket",
            "tallykeep.datasets");
    assertThat(checked.findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.code()).isEqualTo("MISSING_KEY");
              assertThat(finding.owner()).isEqualTo(Owner.USER);
              assertThat(finding.mend()).startsWith("Set it to ");
            });
    assertThatThrownBy(() -> CheckedSettings.orRefuse(checked.settings()))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessageStartingWith("the configuration can't be used:\n")
        .hasMessageContaining("  tallykeep.source.url: is missing. Set it to the MySQL server")
        .hasMessageContaining("  tallykeep.datasets: is missing. Set it to at least one dataset.");
  }

  @Test
  void everythingWrongWithADatasetIsToldAtOnce() {
    CheckedSettings checked =
        check(
            """
            tallykeep:
              source: {url: "jdbc:mysql://db:3306/", username: jobs, control-schema: a.b}
              object-store: {bucket: archive}
              datasets:
                Bad-Name:
                  table: inbox
                  identity: [consumer name, "event`id"]
                  event-day: event-day
                  payload-hash: h h
                  result: [ok, "no;"]
                  live-rows: {values: [A]}
                  business-key: {columns: ["x y"], table: operation, key-columns: ["z"]}
                  windows: {online-days: 2, slack-days: 2, hold-days: -1, identity-days: 2}
                good:
                  table: payments.inbox
                  identity: [event_id]
                  event-day: event_day
            """);

    String place = "tallykeep.datasets.Bad-Name";
    assertThat(places(checked))
        .contains(
            "tallykeep.source.control-schema",
            place,
            place + ".table",
            place + ".identity",
            place + ".event-day",
            place + ".payload-hash",
            place + ".result",
            place + ".live-rows.column",
            place + ".business-key.columns",
            place + ".business-key.table",
            place + ".business-key.status-column",
            place + ".windows");
    assertThat(checked.findings().stream().map(Finding::what))
        .contains(
            "dataset name 'Bad-Name' must match [a-z][a-z0-9_]*, at most 48 characters.",
            "'inbox' does not name a table: write schema.table, for example payments.inbox.",
            "slack-days is 2: the guard needs at least 3.",
            "online-days (2) must be longer than slack-days (2).",
            "hold-days is -1: it must be 0 or more.")
        .anyMatch(what -> what.startsWith("'consumer name' is not a name Tallykeep can use"))
        .anyMatch(what -> what.startsWith("'event`id' is not a name Tallykeep can use"))
        .anyMatch(what -> what.startsWith("identity-days (2) must be longer than online-days (2)"));
    assertThat(checked.findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.owner()).isEqualTo(Owner.USER);
              assertThat(finding.mend()).isNotBlank();
            });
    assertThat(checked.datasets().all()).isEmpty();
  }

  @Test
  void aSoundDatasetBesideABadOneIsStillThere() {
    CheckedSettings checked =
        check(SOUND + "    refunds: {table: payments.refunds, event-day: d}\n");

    assertThat(places(checked)).containsExactly("tallykeep.datasets.refunds.identity");
    assertThat(checked.datasets().all()).extracting(RetainedDataset::name).containsExactly("inbox");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "identity-days: 90 | identity-days: 89 | identity-days is 89, 1 day too short | 90",
        "online-days: 7 | online-days: 6 | online-days is 6, 1 day too short | 7",
      })
  void windowsShorterThanTheFormulaAreRefused(String from, String to, String what, int needed) {
    Finding finding = only(changed(from, to));

    assertThat(finding.code()).isEqualTo("WINDOW_TOO_SHORT");
    assertThat(finding.place()).isEqualTo("tallykeep.datasets.inbox.windows");
    assertThat(finding.what()).contains(what).contains(String.valueOf(needed));
    assertThat(finding.mend()).contains("paid twice");
  }

  @Test
  void theFormulaIsThatOfTheConfiguredScenario() {
    String window =
        """
          window:
            upstream-redelivery: {replay: 40d}
            margin: 51d
            direct-redelivery: 7d
        """;
    Finding finding = only(check(SOUND + window));

    assertThat(finding.what()).startsWith("identity-days is 90, 1 day too short");
    assertThat(check(SOUND + window.replace("51d", "50d")).findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "worker: {lease: 3s} | tallykeep.worker.lease | is PT3S: it must be PT4S to PT1H.",
        "worker: {lease: 2h} | tallykeep.worker.lease | is PT2H: it must be PT4S to PT1H.",
        "worker: {lease: 4s} | tallykeep.worker.lease | half of it must be longer than",
        "attention: {escalate-after-nights: 0} | tallykeep.attention.escalate-after-nights | is 0",
      })
  void aLeaseOrACountOfNightsThatCanNotWorkIsRefused(String line, String place, String what) {
    Finding finding = only(check(SOUND + "  " + line + "\n"));

    assertThat(finding.place()).isEqualTo(place);
    assertThat(finding.what()).contains(what);
  }

  @ParameterizedTest
  @CsvSource({
    "upstream-redelivery: {replay: -1d}, replay",
    "margin: 40000d, margin",
    "direct-redelivery: -1s, direct redelivery"
  })
  void aLengthOutsideAnyRealWindowIsRefusedOnce(String line, String named) {
    Finding finding = only(check(SOUND + "  window:\n    " + line + "\n"));

    assertThat(finding.place()).isEqualTo("tallykeep.window");
    assertThat(finding.what()).contains("'" + named + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "slack-days: 3, slack-days: 2, slack-days is 2: the guard needs at least 3.",
    "slack-days: 3, slack-days: 7, online-days (7) must be longer than slack-days (7).",
    "hold-days: 2, hold-days: -1, hold-days is -1",
    "hold-days: 2, 'hold-days: 2, provision-days: 0', provision-days is 0: it must be 1 to 400",
    "hold-days: 2, 'hold-days: 2, provision-days: 401', provision-days is 401: it must be 1 to 400",
    "hold-days: 2, hold-days: 84, identity-days is 90"
  })
  void windowsThatDoNotFitEachOtherAreRefused(String from, String to, String what) {
    CheckedSettings checked = changed(from, to);

    assertThat(places(checked)).containsOnly("tallykeep.datasets.inbox.windows");
    assertThat(checked.findings().stream().map(Finding::what)).anyMatch(w -> w.startsWith(what));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "table: payments.inbox | table: a.b.c | .table | 'a.b.c' does not name a table",
        "table: payments.inbox | table: a.b-c | .table | 'b-c' is not a name Tallykeep can use",
        "identity: [consumer_name, event_id] | identity: [] | .identity | is missing.",
        "event-day: event_day | event-day: '' | .event-day | is missing.",
        "event-day: event_day | event-day: event_id | \"\" | dataset inbox: the event day event_id",
        "values: [PROCESSING] | values: [] | \"\" | live-rows of column status name no value",
        "key-columns: [operation_id] | key-columns: [a, b] | \"\" | business-key of payments.operation"
      })
  void aBadKeyOfADatasetIsNamed(String from, String to, String key, String what) {
    Finding finding = only(changed(from, to));

    assertThat(finding.place()).isEqualTo("tallykeep.datasets.inbox" + key);
    assertThat(finding.what()).startsWith(what);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Inbox", "1inbox", "in-box", "x123456789012345678901234567890123456789012345678"})
  void aDatasetNamedBadlyIsRefused(String name) {
    Finding finding = only(changed("inbox:\n", name + ":\n"));

    assertThat(finding.place()).isEqualTo("tallykeep.datasets." + name);
    assertThat(finding.what()).contains("dataset name '" + name + "' must match");
  }

  @Test
  void twoDatasetsCanNotShareATable() {
    Finding finding =
        only(
            check(
                SOUND
                    + "    other: {table: payments.inbox, identity: [event_id], event-day: d}\n"));

    assertThat(finding.place()).isEqualTo("tallykeep.datasets.other.table");
    assertThat(finding.what()).isEqualTo("payments.inbox is the table of dataset inbox already.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"access-key", "secret-key"})
  void onlyOneOfTheTwoKeysIsRefused(String key) {
    Finding finding = only(changed("bucket: archive", "bucket: archive\n    " + key + ": hunter2"));

    assertThat(finding.code()).isEqualTo("OBJECT_STORE_KEYS");
    assertThat(finding.place()).isEqualTo("tallykeep.object-store");
    assertThat(finding.what()).isEqualTo("only one of access-key and secret-key is given.");
    assertThat(finding.toString()).doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "bucket: a/b | bucket | 'a/b' is not the name of a bucket",
        "prefix: /x | prefix | '/x' must not start or end with a slash",
        "region: ' ' | region | is missing.",
        "endpoint: localhost:9000 | endpoint | 'localhost:9000' is not the address of an HTTP server",
        "endpoint: ftp://x | endpoint | 'ftp://x' is not the address of an HTTP server",
        "endpoint: 'http://a b' | endpoint | 'http://a b' is not an address"
      })
  void aBadObjectStoreIsRefused(String line, String key, String what) {
    String bucket = line.startsWith("bucket") ? "" : "bucket: archive\n    ";
    Finding finding = only(changed("bucket: archive", bucket + line));

    assertThat(finding.place()).isEqualTo("tallykeep.object-store." + key);
    assertThat(finding.what()).startsWith(what);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db:3306",
        "jdbc:postgresql://db/",
        "jdbc:mysql://a:3306,b:3306/",
        "jdbc:mysql://jobs:hunter2@db/",
        "jdbc:mysql://db/?autoReconnect=true",
        "jdbc:mysql:replication://db/"
      })
  void aBadAddressOfMysqlIsRefusedWithoutShowingIt(String url) {
    Finding finding = only(changed("jdbc:mysql://db:3306/", url));

    assertThat(finding.place()).isEqualTo("tallykeep.source.url");
    assertThat(finding.what()).contains("the JDBC URL").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "copy: {page-rows: 99}, tallykeep.copy.page-rows",
    "copy: {page-rows: 1000001}, tallykeep.copy.page-rows",
    "copy: {writer-memory: 7MB}, tallykeep.copy.writer-memory",
    "copy: {file-size: 1023KB}, tallykeep.copy.file-size",
    "drop: {tries: 0}, tallykeep.drop.tries",
    "drop: {lock-wait: 999ms}, tallykeep.drop.lock-wait",
    "drop: {pause: -1s}, tallykeep.drop.pause",
    "drop: {outcome-wait: 0s}, tallykeep.drop.outcome-wait",
    "drill: {days-per-run: 0}, tallykeep.drill.days-per-run",
    "drill: {overdue-after: 0d}, tallykeep.drill.overdue-after",
    "late: {transaction-rows: 0}, tallykeep.late.transaction-rows",
    "late: {transaction-rows: 2001}, tallykeep.late.transaction-rows",
    "lookup: {deadline: 0s}, tallykeep.lookup.deadline",
    "lookup: {read-concurrency: 0}, tallykeep.lookup.read-concurrency",
    "lookup: {read-concurrency: 1001}, tallykeep.lookup.read-concurrency",
    "lookup: {hedge-after: -1ms}, tallykeep.lookup.hedge-after",
    "lookup: {index-cache: -1B}, tallykeep.lookup.index-cache",
    "lookup: {manifest-cache: -1B}, tallykeep.lookup.manifest-cache",
    "lookup: {row-group-cache: -1B}, tallykeep.lookup.row-group-cache"
  })
  void boundsThatCanNotWorkAreRefused(String line, String place) {
    assertThat(only(check(SOUND + "  " + line + "\n")).place()).isEqualTo(place);
  }

  @Test
  void anUnknownDatasetIsToldTheOnesThereAre() {
    assertThatThrownBy(() -> check(SOUND).chosen(Optional.of("refunds")))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessage("There is no dataset 'refunds'. The configuration has: [inbox].");
  }

  @Test
  void withSeveralDatasetsOneMustBeNamed() {
    CheckedSettings several =
        check(SOUND + "    refunds: {table: p.refunds, identity: [id], event-day: d}\n");

    assertThat(several.findings()).isEmpty();
    assertThat(several.theOne(Optional.of("refunds")).name()).isEqualTo("refunds");
    assertThatThrownBy(() -> several.theOne(Optional.empty()))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessage(
            "the configuration has several datasets, [inbox, refunds]: say which with --dataset.");
  }
}
