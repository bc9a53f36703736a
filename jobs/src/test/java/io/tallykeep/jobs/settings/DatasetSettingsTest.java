package io.tallykeep.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.jobs.settings.DatasetSettings.BusinessKeySettings;
import io.tallykeep.jobs.settings.DatasetSettings.LiveRowsSettings;
import io.tallykeep.jobs.settings.DatasetSettings.WindowsSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetSettingsTest {
  private static final DatasetSettings DEFAULTS =
      new DatasetSettings(
          "",
          List.of(),
          "",
          EventDayOrigin.EVENT_TIME,
          "",
          List.of(),
          null,
          null,
          new WindowsSettings(7, 3, 2, 90, 7));

  private static final DatasetSettings OTHER =
      new DatasetSettings(
          "payments.inbox",
          List.of("consumer_name", "event_id"),
          "event_day",
          EventDayOrigin.UUID_V7,
          "payload_hash",
          List.of("status", "currency"),
          new LiveRowsSettings("status", Set.of("PROCESSING", "DEFERRED")),
          new BusinessKeySettings(
              List.of("tenant_id", "operation_id"),
              "payments.operation",
              List.of("tenant", "id"),
              "state",
              Set.of("UNKNOWN"),
              List.of("payee", "amount_minor")),
          new WindowsSettings(8, 4, 1, 91, 9));

  private static final String YAML =
      """
      tallykeep:
        datasets:
          inbox:
            table: payments.inbox
            identity: [consumer_name, event_id]
            event-day: event_day
            event-day-origin: uuid-v7
            payload-hash: payload_hash
            result: [status, currency]
            live-rows: {column: status, values: [PROCESSING, DEFERRED]}
            business-key:
              columns: [tenant_id, operation_id]
              table: payments.operation
              key-columns: [tenant, id]
              status-column: state
              undecided: [UNKNOWN]
              intent: [payee, amount_minor]
            windows: {online-days: 8, slack-days: 4, hold-days: 1, identity-days: 91, provision-days: 9}
      """;

  @TempDir private Path folder;

  private DatasetSettings inbox(String yaml) {
    return Objects.requireNonNull(Yaml.read(folder, yaml).datasets().get("inbox"));
  }

  @Test
  void defaults() {
    assertThat(Yaml.read(folder, "").datasets()).isEmpty();
    assertThat(inbox("tallykeep: {datasets: {inbox: {table: ''}}}")).isEqualTo(DEFAULTS);
  }

  @Test
  void everyKeyCanBeSet() {
    DatasetSettings read = inbox(YAML);

    assertThat(read).isEqualTo(OTHER);
    Yaml.assertEveryPartDiffers(DEFAULTS, read);
    Yaml.assertEveryPartDiffers(DEFAULTS.windows(), read.windows());
    Yaml.assertEveryPartDiffers(
        new LiveRowsSettings("", Set.of()), Objects.requireNonNull(read.liveRows()));
    Yaml.assertEveryPartDiffers(
        new BusinessKeySettings(List.of(), "", List.of(), "", Set.of(), List.of()),
        Objects.requireNonNull(read.businessKey()));
  }

  @Test
  void theEnvironmentOverridesAKeyOfADataset() {
    Map<String, Object> variables =
        Map.of(
            "TALLYKEEP_DATASETS_INBOX_WINDOWS_IDENTITYDAYS", "120",
            "TALLYKEEP_DATASETS_INBOX_IDENTITY", "a,b",
            "TALLYKEEP_DATASETS_INBOX_EVENTDAYORIGIN", "ULID");

    DatasetSettings read =
        Objects.requireNonNull(
            Yaml.read(folder, YAML, variables, Map.of()).datasets().get("inbox"));

    assertThat(read.windows()).isEqualTo(new WindowsSettings(8, 4, 1, 120, 9));
    assertThat(read.identity()).containsExactly("a", "b");
    assertThat(read.eventDayOrigin()).isEqualTo(EventDayOrigin.ULID);
    assertThat(read.table()).isEqualTo("payments.inbox");
  }

  @Test
  void namesOfOriginsMayBeWrittenAsInTheDocuments() {
    for (String name : List.of("event-time", "uuid-v7", "ulid")) {
      DatasetSettings read =
          inbox("tallykeep: {datasets: {inbox: {event-day-origin: " + name + "}}}");
      assertThat(read.eventDayOrigin().name().replace('_', '-')).isEqualToIgnoringCase(name);
    }
  }
}
