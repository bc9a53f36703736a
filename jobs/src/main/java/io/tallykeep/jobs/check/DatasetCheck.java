package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.capacity.window.ConfiguredWindows;
import io.tallykeep.capacity.window.IdentityWindow;
import io.tallykeep.capacity.window.Shortfall;
import io.tallykeep.capacity.window.WindowCase;
import io.tallykeep.capacity.window.WindowCheck;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.Windows;
import io.tallykeep.jobs.settings.DatasetSettings;
import io.tallykeep.jobs.settings.DatasetSettings.BusinessKeySettings;
import io.tallykeep.jobs.settings.DatasetSettings.LiveRowsSettings;
import io.tallykeep.jobs.settings.DatasetSettings.WindowsSettings;
import java.util.List;
import java.util.Optional;

/** What one dataset's configuration alone tells: every key that can't be used, at once. */
final class DatasetCheck {
  private final String name;
  private final DatasetSettings settings;
  private final SettingsFindings findings;
  private final String place;

  private DatasetCheck(String name, DatasetSettings settings, SettingsFindings findings) {
    this.name = name;
    this.settings = settings;
    this.findings = findings;
    this.place = "tallykeep.datasets." + name;
  }

  /**
   * What the windows must cover.
   *
   * @param identity the identity window, by the formula
   * @param direct the redelivery that the online window must cover
   */
  record Required(IdentityWindow identity, List<WindowCase> direct) {}

  /**
   * Checks one dataset.
   *
   * @param controlSchema empty if it can't be used; then no dataset is built
   * @param required empty if the formula's inputs can't be used; they have a finding of their own
   * @return the dataset if nothing is wrong with it
   */
  static Optional<RetainedDataset> check(
      String name,
      DatasetSettings settings,
      SettingsFindings findings,
      Optional<Identifier> controlSchema,
      Optional<Required> required) {
    DatasetCheck check = new DatasetCheck(name, settings, findings);
    int before = findings.size();
    check.name();
    check.columns();
    check.optionalParts();
    check.windows(required);
    if (findings.size() > before || controlSchema.isEmpty()) {
      return Optional.empty();
    }
    return findings.attempt(check.place, () -> check.dataset(controlSchema.get()));
  }

  private RetainedDataset dataset(Identifier controlSchema) {
    WindowsSettings days = settings.windows();
    return new RetainedDataset(
        settings.toDataset(name, controlSchema),
        new Windows(
            days.onlineDays(),
            days.slackDays(),
            days.holdDays(),
            days.identityDays(),
            days.provisionDays()));
  }

  /** Tried on a dataset that has nothing else in it. */
  private void name() {
    TableName any = new TableName(Identifier.of("s"), Identifier.of("t"));
    findings.attempt(
        place,
        () ->
            new Dataset(
                name,
                0,
                any,
                any,
                List.of(Identifier.of("i")),
                Identifier.of("d"),
                EventDayOrigin.EVENT_TIME,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty()));
  }

  private void columns() {
    table("table", settings.table());
    if (settings.identity().isEmpty()) {
      findings.missing(place + ".identity", "the columns that make two rows the same event");
    }
    columns("identity", settings.identity());
    if (settings.eventDay().isEmpty()) {
      findings.missing(place + ".event-day", "the DATE column the table is partitioned by");
    } else {
      column("event-day", settings.eventDay());
    }
    columns("result", settings.result());
  }

  private void optionalParts() {
    if (!settings.payloadHash().isEmpty()) {
      column("payload-hash", settings.payloadHash());
    }
    LiveRowsSettings live = settings.liveRows();
    if (live != null) {
      column("live-rows.column", live.column());
    }
    BusinessKeySettings key = settings.businessKey();
    if (key != null) {
      columns("business-key.columns", key.columns());
      table("business-key.table", key.table());
      columns("business-key.key-columns", key.keyColumns());
      column("business-key.status-column", key.statusColumn());
      columns("business-key.intent", key.intent());
    }
  }

  private void table(String key, String value) {
    if (value.isEmpty()) {
      findings.missing(place + "." + key, "schema.table");
    } else {
      findings.attempt(place + "." + key, () -> TableName.parse(value));
    }
  }

  private void columns(String key, List<String> values) {
    values.forEach(value -> column(key, value));
  }

  private void column(String key, String value) {
    findings.attempt(place + "." + key, () -> Identifier.of(value));
  }

  private void windows(Optional<Required> required) {
    WindowsSettings days = settings.windows();
    String windows = place + ".windows";
    Windows.faults(
            days.onlineDays(),
            days.slackDays(),
            days.holdDays(),
            days.identityDays(),
            days.provisionDays())
        .forEach(fault -> findings.bad(windows, fault));
    required.ifPresent(
        needed ->
            findings
                .attempt(
                    windows,
                    () ->
                        WindowCheck.of(
                            new ConfiguredWindows(
                                days.onlineDays(),
                                days.holdDays(),
                                days.identityDays(),
                                needed.direct()),
                            needed.identity()))
                .ifPresent(check -> shortfalls(windows, check)));
  }

  private void shortfalls(String windows, WindowCheck check) {
    if (check instanceof WindowCheck.TooShort tooShort) {
      for (Shortfall shortfall : tooShort.shortfalls()) {
        findings.add(
            "WINDOW_TOO_SHORT",
            windows,
            shortfall.message(),
            "An event that comes back after its row is gone is paid twice.");
      }
    }
  }
}
