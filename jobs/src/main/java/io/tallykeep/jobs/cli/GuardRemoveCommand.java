package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "remove",
    description = "Takes the triggers off; refused while a day is on its way out.",
    mixinStandardHelpOptions = true)
final class GuardRemoveCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(names = "--dry-run", description = "Print the SQL and change nothing.")
  private boolean dryRun;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    PrintWriter out = Output.of(spec);
    ExitCode code = ExitCode.CLEAN;
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      for (RetainedDataset retained : checked.chosen(Optional.ofNullable(dataset))) {
        if (dryRun) {
          servers
              .guardDefinition(retained)
              .triggers()
              .forEach(trigger -> out.println(trigger.dropSql() + ";"));
        } else {
          code =
              code.worse(
                  GuardPrinter.print(
                      out,
                      retained,
                      servers.guardInstaller(retained).remove(),
                      "absent, nothing to do"));
        }
      }
    }
    return code.code();
  }
}
