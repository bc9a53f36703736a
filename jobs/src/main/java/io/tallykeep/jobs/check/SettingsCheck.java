package io.tallykeep.jobs.check;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.capacity.window.IdentityWindow;
import io.tallykeep.capacity.window.WindowCase;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetainedDatasets;
import io.tallykeep.jobs.settings.CopySettings;
import io.tallykeep.jobs.settings.DatasetSettings;
import io.tallykeep.jobs.settings.DrillSettings;
import io.tallykeep.jobs.settings.DropSettings;
import io.tallykeep.jobs.settings.LateSettings;
import io.tallykeep.jobs.settings.LookupSettings;
import io.tallykeep.jobs.settings.ObjectStoreSettings;
import io.tallykeep.jobs.settings.SourceSettings;
import io.tallykeep.jobs.settings.TallykeepSettings;
import io.tallykeep.jobs.settings.WindowSettings;
import io.tallykeep.jobs.settings.WorkerSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.util.unit.DataSize;

/** Everything that the configuration alone tells: all findings at once, no connection opened. */
public final class SettingsCheck {
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(4);
  private static final Duration LONGEST_LEASE = Duration.ofHours(1);
  private static final int MOST_READS = 1_000;
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final SettingsFindings findings = new SettingsFindings();

  private SettingsCheck() {}

  /** Checks the settings and builds the datasets of those parts that are sound. */
  public static CheckedSettings check(TallykeepSettings settings) {
    SettingsCheck check = new SettingsCheck();
    Optional<Identifier> controlSchema = check.source(settings.source());
    check.objectStore(settings.objectStore());
    check.copy(settings.copy());
    check.drop(settings.drop());
    check.lookup(settings.lookup());
    check.findings.attempt(
        "tallykeep.serve",
        () -> ServeSettingsReader.read(settings.serve(), settings.lookup().deadline()));
    check.late(settings.late());
    check.worker(settings.worker(), settings.drop());
    check.drill(settings.drill());
    ServersSettingsCheck.check(settings, check.findings);
    if (settings.attention().escalateAfterNights() < 1) {
      check.findings.bad(
          "tallykeep.attention.escalate-after-nights",
          "is " + settings.attention().escalateAfterNights() + ": 1 is the least.");
    }
    List<RetainedDataset> datasets =
        check.datasets(settings.datasets(), controlSchema, check.required(settings.window()));
    return new CheckedSettings(settings, new RetainedDatasets(datasets), check.findings.all());
  }

  private void lookup(LookupSettings lookup) {
    findings.positive("tallykeep.lookup.deadline", lookup.deadline());
    if (lookup.readConcurrency() < 1 || lookup.readConcurrency() > MOST_READS) {
      findings.bad(
          "tallykeep.lookup.read-concurrency",
          "is " + lookup.readConcurrency() + ": from 1 to " + MOST_READS + " are possible.");
    }
    if (lookup.hedgeAfter().isNegative()) {
      findings.bad("tallykeep.lookup.hedge-after", "is less than nothing; 0s: never hedge.");
    }
    notNegative("tallykeep.lookup.index-cache", lookup.indexCache());
    notNegative("tallykeep.lookup.manifest-cache", lookup.manifestCache());
    notNegative("tallykeep.lookup.row-group-cache", lookup.rowGroupCache());
  }

  private void notNegative(String key, DataSize size) {
    if (size.isNegative()) {
      findings.bad(key, "is less than nothing; 0B: keep nothing.");
    }
  }

  private Optional<Identifier> source(SourceSettings source) {
    if (source.url().isEmpty()) {
      findings.missing(
          "tallykeep.source.url", "the MySQL server, for example jdbc:mysql://db:3306/");
    } else {
      findings.attempt(
          "tallykeep.source.url",
          () -> new MysqlSource(source.url(), source.username(), source.password()));
    }
    if (source.username().isEmpty()) {
      findings.missing("tallykeep.source.username", "the account the jobs use");
    }
    return findings.attempt(
        "tallykeep.source.control-schema", () -> Identifier.of(source.controlSchema()));
  }

  private void objectStore(ObjectStoreSettings store) {
    String place = "tallykeep.object-store";
    if (store.bucket().isEmpty()) {
      findings.missing(place + ".bucket", "the bucket that holds the archive");
    } else if (store.bucket().isBlank() || store.bucket().contains("/")) {
      findings.bad(
          place + ".bucket",
          "'" + store.bucket() + "' is not the name of a bucket; a folder in it is the prefix.");
    }
    if (store.prefix().startsWith("/") || store.prefix().endsWith("/")) {
      findings.bad(
          place + ".prefix", "'" + store.prefix() + "' must not start or end with a slash.");
    }
    if (store.region().isBlank()) {
      findings.missing(place + ".region", "the bucket's region");
    }
    if (!store.endpoint().isEmpty()) {
      endpoint(place + ".endpoint", store.endpoint());
    }
    if (store.accessKey().isEmpty() != store.secretKey().isEmpty()) {
      findings.add(
          "OBJECT_STORE_KEYS",
          place,
          "only one of access-key and secret-key is given.",
          "Give both, or neither for the default credentials chain.");
    }
  }

  private void endpoint(String place, String endpoint) {
    String why = "";
    try {
      URI address = new URI(endpoint);
      String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
      if (!SCHEMES.contains(scheme) || address.getHost() == null) {
        why = "is not the address of an HTTP server";
      }
    } catch (URISyntaxException e) {
      why = "is not an address: " + e.getReason();
    }
    if (!why.isEmpty()) {
      findings.add(
          "OBJECT_STORE_ENDPOINT",
          place,
          "'" + endpoint + "' " + why + ".",
          "Write http://host:port or https://host.");
    }
  }

  private void copy(CopySettings copy) {
    if (copy.pageRows() < 100 || copy.pageRows() > 1_000_000) {
      findings.add(
          "COPY_PAGE_ROWS",
          "tallykeep.copy.page-rows",
          "is " + copy.pageRows() + " rows.",
          "Set it to 100 to 1,000,000.");
    }
    if (copy.writerMemory().toMegabytes() < 8) {
      findings.add(
          "COPY_WRITER_MEMORY",
          "tallykeep.copy.writer-memory",
          "is " + copy.writerMemory() + ".",
          "Set it to 8MB at least.");
    }
    if (copy.fileSize().toMegabytes() < 1) {
      findings.add(
          "COPY_FILE_SIZE",
          "tallykeep.copy.file-size",
          "is " + copy.fileSize() + ".",
          "Set it to 1MB at least.");
    }
  }

  private void drop(DropSettings drop) {
    if (drop.tries() < 1) {
      findings.bad("tallykeep.drop.tries", "is " + drop.tries() + ": 1 is the least.");
    }
    if (drop.lockWait().toSeconds() < 1) {
      findings.bad(
          "tallykeep.drop.lock-wait", "is " + drop.lockWait() + ": MySQL waits 1s at least.");
    }
    if (drop.pause().isNegative()) {
      findings.bad("tallykeep.drop.pause", "is negative: " + drop.pause() + ".");
    }
    findings.positive("tallykeep.drop.outcome-wait", drop.outcomeWait());
  }

  private void late(LateSettings late) {
    if (late.transactionRows() < 1 || late.transactionRows() > 2_000) {
      findings.bad(
          "tallykeep.late.transaction-rows",
          "is "
              + late.transactionRows()
              + ": set it to 1 to 2,000, since writers wait for such a transaction.");
    }
  }

  private void worker(WorkerSettings worker, DropSettings drop) {
    String key = "tallykeep.worker.lease";
    if (worker.lease().compareTo(SHORTEST_LEASE) < 0
        || worker.lease().compareTo(LONGEST_LEASE) > 0) {
      findings.bad(
          key,
          "is " + worker.lease() + ": it must be " + SHORTEST_LEASE + " to " + LONGEST_LEASE + ".");
    } else if (drop.lockWait().compareTo(worker.silence()) >= 0) {
      findings.bad(
          key,
          "is "
              + worker.lease()
              + ": half of it must be longer than tallykeep.drop.lock-wait ("
              + drop.lockWait()
              + ").");
    }
  }

  private void drill(DrillSettings drill) {
    if (drill.daysPerRun() < 1) {
      findings.bad(
          "tallykeep.drill.days-per-run", "is " + drill.daysPerRun() + ": 1 is the least.");
    }
    findings.positive("tallykeep.drill.overdue-after", drill.overdueAfter());
  }

  private Optional<DatasetCheck.Required> required(WindowSettings window) {
    Optional<IdentityWindow> identity =
        findings.attempt(
            "tallykeep.window", () -> IdentityWindow.of(WindowInputsReader.inputs(window)));
    Optional<List<WindowCase>> direct =
        findings.attempt("tallykeep.window", () -> WindowInputsReader.directRedelivery(window));
    return identity.flatMap(
        needed -> direct.map(cases -> new DatasetCheck.Required(needed, cases)));
  }

  private List<RetainedDataset> datasets(
      Map<String, DatasetSettings> configured,
      Optional<Identifier> controlSchema,
      Optional<DatasetCheck.Required> required) {
    if (configured.isEmpty()) {
      findings.missing("tallykeep.datasets", "at least one dataset");
    }
    List<RetainedDataset> datasets = new ArrayList<>();
    Map<String, String> tables = new HashMap<>();
    configured.forEach(
        (name, dataset) -> {
          String first = tables.putIfAbsent(dataset.table(), name);
          if (first != null && !dataset.table().isEmpty()) {
            findings.bad(
                "tallykeep.datasets." + name + ".table",
                dataset.table() + " is the table of dataset " + first + " already.");
          }
          DatasetCheck.check(name, dataset, findings, controlSchema, required)
              .ifPresent(datasets::add);
        });
    return datasets;
  }
}
