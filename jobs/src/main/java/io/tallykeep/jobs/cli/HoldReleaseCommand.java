package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.hold.HoldPlacement;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.jobs.settings.BadConfigurationException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(name = "release", description = "Ends a hold.", mixinStandardHelpOptions = true)
final class HoldReleaseCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final ReasonOption why = new ReasonOption();

  @Parameters(paramLabel = "ID", description = "The hold's number, as 'jobs hold list' shows it.")
  private long id;

  @Option(names = "--dataset", description = "Only in this dataset (default: any).")
  private @Nullable String dataset;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    String reason = why.reason();
    String person = why.person();
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      Schemas.migrateForOrders(servers.source(), servers.controlSchema());
      for (RetainedDataset retained : checked.chosen(Optional.ofNullable(dataset))) {
        HoldPlacement placement =
            new HoldPlacement(servers.source(), servers.controlSchema(), retained.dataset());
        if (placement.release(id, reason, person)) {
          Output.of(spec)
              .println("hold " + retained.name() + ": legal hold " + id + " is released");
          return ExitCode.CLEAN.code();
        }
      }
    }
    throw new BadConfigurationException(
        "no legal hold " + id + " holds; 'jobs hold list' shows those that do.");
  }
}
