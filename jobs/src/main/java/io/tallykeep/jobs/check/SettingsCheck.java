package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.capacity.window.ConfiguredWindows;
import io.tallykeep.capacity.window.IdentityWindow;
import io.tallykeep.capacity.window.Shortfall;
import io.tallykeep.capacity.window.WindowCheck;
import io.tallykeep.jobs.check.Finding.Owner;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.retention.Windows;
import io.tallykeep.jobs.settings.DatasetSettings;
import io.tallykeep.jobs.settings.DatasetSettings.WindowsSettings;
import io.tallykeep.jobs.settings.ObjectStoreSettings;
import io.tallykeep.jobs.settings.SourceSettings;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Everything that the configuration alone tells: all findings at once, no connection opened. */
public final class SettingsCheck {
  private final TallykeepSettings settings;
  private final List<Finding> findings = new ArrayList<>();
  private final List<RetainedDataset> datasets = new ArrayList<>();

  private SettingsCheck(TallykeepSettings settings) {
    this.settings = settings;
  }

  /** Checks the settings and builds the datasets of those parts that are sound. */
  public static CheckedSettings check(TallykeepSettings settings) {
    SettingsCheck check = new SettingsCheck(settings);
    check.source(settings.source());
    check.objectStore(settings.objectStore());
    check.copyAndDrop();
    check.datasets();
    return new CheckedSettings(
        settings, new RetainedDatasets(check.datasets), List.copyOf(check.findings));
  }

  private void source(SourceSettings source) {
    if (source.url().isEmpty()) {
      missing("tallykeep.source.url", "the MySQL server, for example jdbc:mysql://db:3306/");
    } else if (!source.url().startsWith("jdbc:mysql://")) {
      user(
          "SOURCE_URL",
          "tallykeep.source.url",
          "'" + source.url() + "' is not a MySQL address.",
          "Write jdbc:mysql://host:port/");
    }
    if (source.username().isEmpty()) {
      missing("tallykeep.source.username", "the account the jobs use");
    }
    attempt("tallykeep.source.control-schema", () -> Identifier.of(source.controlSchema()));
  }

  private void objectStore(ObjectStoreSettings store) {
    if (store.bucket().isEmpty()) {
      missing("tallykeep.object-store.bucket", "the bucket that holds the archive");
    }
    if (!store.endpoint().isEmpty()) {
      try {
        URI endpoint = new URI(store.endpoint());
        if (endpoint.getHost() == null) {
          user(
              "OBJECT_STORE_ENDPOINT",
              "tallykeep.object-store.endpoint",
              "'" + store.endpoint() + "' names no host.",
              "Write http://host:port or https://host.");
        }
      } catch (URISyntaxException e) {
        user(
            "OBJECT_STORE_ENDPOINT",
            "tallykeep.object-store.endpoint",
            "'" + store.endpoint() + "' is not an address: " + e.getReason() + ".",
            "Write http://host:port or https://host.");
      }
    }
    if (store.accessKey().isEmpty() != store.secretKey().isEmpty()) {
      user(
          "OBJECT_STORE_KEYS",
          "tallykeep.object-store",
          "only one of access-key and secret-key is given.",
          "Give both, or neither for the default credentials chain.");
    }
  }

  private void copyAndDrop() {
    if (settings.copy().pageRows() < 100 || settings.copy().pageRows() > 1_000_000) {
      user(
          "COPY_PAGE_ROWS",
          "tallykeep.copy.page-rows",
          settings.copy().pageRows() + " rows.",
          "Set it to 100 to 1,000,000.");
    }
    if (settings.copy().writerMemory().toMegabytes() < 8) {
      user(
          "COPY_WRITER_MEMORY",
          "tallykeep.copy.writer-memory",
          settings.copy().writerMemory() + ".",
          "Set it to 8MB at least.");
    }
    if (settings.copy().fileSize().toMegabytes() < 1) {
      user(
          "COPY_FILE_SIZE",
          "tallykeep.copy.file-size",
          settings.copy().fileSize() + ".",
          "Set it to 1MB at least.");
    }
    if (settings.drop().tries() < 1 || settings.drop().lockWait().toSeconds() < 1) {
      user(
          "DROP_BOUNDS",
          "tallykeep.drop",
          "tries and lock-wait must be positive.",
          "Set tries to 1 or more and lock-wait to 1s or more.");
    }
  }

  private void datasets() {
    if (settings.datasets().isEmpty()) {
      missing("tallykeep.datasets", "at least one dataset");
    }
    for (Map.Entry<String, DatasetSettings> entry : settings.datasets().entrySet()) {
      String place = "tallykeep.datasets." + entry.getKey();
      DatasetSettings dataset = entry.getValue();
      int before = findings.size();
      if (dataset.table().isEmpty()) {
        missing(place + ".table", "schema.table");
      }
      if (dataset.identity().isEmpty()) {
        missing(place + ".identity", "the columns that make two rows the same event");
      }
      if (dataset.eventDay().isEmpty()) {
        missing(place + ".event-day", "the DATE column the table is partitioned by");
      }
      windows(place + ".windows", dataset.windows());
      if (findings.size() == before) {
        attempt(place, () -> datasets.add(retained(entry.getKey(), dataset)));
      }
    }
  }

  private void windows(String place, WindowsSettings configured) {
    attempt(place, () -> toWindows(configured));
    attempt(place, () -> formula(place, configured));
  }

  private void formula(String place, WindowsSettings configured) {
    WindowCheck check =
        WindowCheck.of(
            new ConfiguredWindows(
                configured.onlineDays(),
                configured.holdDays(),
                configured.identityDays(),
                WindowInputsReader.directRedelivery(settings.window())),
            IdentityWindow.of(WindowInputsReader.inputs(settings.window())));
    if (check instanceof WindowCheck.TooShort tooShort) {
      for (Shortfall shortfall : tooShort.shortfalls()) {
        user(
            "WINDOW_TOO_SHORT",
            place,
            shortfall.message(),
            "An event that comes back after its row is gone is paid twice.");
      }
    }
  }

  private RetainedDataset retained(String name, DatasetSettings configured) {
    Dataset dataset = configured.toDataset(name, Identifier.of(settings.source().controlSchema()));
    return new RetainedDataset(dataset, toWindows(configured.windows()));
  }

  private static Windows toWindows(WindowsSettings configured) {
    return new Windows(
        configured.onlineDays(),
        configured.slackDays(),
        configured.holdDays(),
        configured.identityDays(),
        configured.provisionDays());
  }

  private void attempt(String place, Runnable value) {
    try {
      value.run();
    } catch (IllegalArgumentException e) {
      user("BAD_VALUE", place, String.valueOf(e.getMessage()), "See docs/configuration.md.");
    }
  }

  private void missing(String key, String meaning) {
    user("MISSING_KEY", key, "is missing.", "Set it to " + meaning + ".");
  }

  private void user(String code, String place, String what, String mend) {
    findings.add(new Finding(code, Owner.USER, place, what, mend));
  }
}
