package io.tallykeep.jobs.cli;

import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.restore.Restore;
import io.tallykeep.jobs.retention.restore.RestoreOutcome;
import io.tallykeep.jobs.retention.restore.RestoreRequest;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.jobs.settings.BadConfigurationException;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "restore",
    description =
        "Brings archived event days back into a side table, exact to the byte. Run again, it goes"
            + " on where it stopped; the archive and the dataset's table stay as they are.",
    mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "The dataset (default: the only one).")
  private @Nullable String dataset;

  @Option(
      names = "--from",
      paramLabel = "DATE",
      required = true,
      description = "The first event day.")
  private @Nullable LocalDate from;

  @Option(
      names = "--to",
      paramLabel = "DATE",
      description = "The last event day (default: the first).")
  private @Nullable LocalDate to;

  @Option(
      names = "--into",
      paramLabel = "TABLE",
      description =
          "The side table, schema.table or a table of the control schema (default:"
              + " DATASET_restored_FROM_TO in the control schema).")
  private @Nullable String into;

  @Option(names = "--dry-run", description = "Say what would be restored and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException, IOException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    RetainedDataset retained = checked.theOne(Optional.ofNullable(dataset));
    Clock clock = Clock.systemUTC();
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      RestoreRequest request = request(servers, retained);
      Instant begun = clock.instant();
      RestoreOutcome outcome;
      if (dryRun) {
        outcome = new Restore(servers).plan(request);
      } else {
        Schemas.migrateControl(servers.source(), servers.controlSchema());
        outcome = new Restore(servers).run(request);
      }
      new RestorePrinter(request, Duration.between(begun, clock.instant()))
          .print(Output.of(spec), outcome, json);
      return RestorePrinter.exitCode(outcome).code();
    }
  }

  private RestoreRequest request(RetentionServers servers, RetainedDataset retained) {
    LocalDate first = Objects.requireNonNull(from, "picocli requires it");
    LocalDate last = to == null ? first : to;
    try {
      return new RestoreRequest(
          retained,
          first,
          last,
          into == null
              ? RestoreRequest.defaultTarget(servers.controlSchema(), retained, first, last)
              : TableName.parse(into.contains(".") ? into : servers.controlSchema() + "." + into));
    } catch (IllegalArgumentException e) {
      throw new BadConfigurationException("--into: " + e.getMessage(), e);
    }
  }
}
