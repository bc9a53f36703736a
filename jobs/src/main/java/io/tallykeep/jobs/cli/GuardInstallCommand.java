package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.check.Preflight;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.schema.Schemas;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "install",
    description = "Adopts a table: late table, day ledger, triggers.",
    mixinStandardHelpOptions = true)
final class GuardInstallCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(
      names = "--covered-since",
      paramLabel = "DATE",
      description = "The first day from which the table is known complete; needed the first time.")
  private @Nullable LocalDate coveredSince;

  @Option(names = "--dry-run", description = "Print the SQL and change nothing.")
  private boolean dryRun;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    List<RetainedDataset> chosen = checked.chosen(Optional.ofNullable(dataset));
    Preflight.orRefuse(checked.settings(), chosen, Preflight.Scope.TABLES);
    PrintWriter out = Output.of(spec);
    ExitCode code = ExitCode.CLEAN;
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      if (!dryRun) {
        Schemas.migrateControl(servers.source(), servers.controlSchema());
      }
      for (RetainedDataset retained : chosen) {
        if (dryRun) {
          servers
              .guardInstaller(retained)
              .dryRunSql(Optional.ofNullable(coveredSince))
              .forEach(statement -> out.println(statement + ";"));
        } else {
          code =
              code.worse(
                  GuardPrinter.print(
                      out,
                      retained,
                      servers.guardInstaller(retained).install(Optional.ofNullable(coveredSince))));
        }
      }
    }
    return code.code();
  }
}
