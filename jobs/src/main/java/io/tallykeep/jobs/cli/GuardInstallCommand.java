package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.check.Preflight;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.guard.Finding;
import io.tallykeep.jobs.retention.guard.GuardChange;
import io.tallykeep.jobs.schema.Schemas;
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
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      ExitCode refused = refusals(servers, chosen);
      if (refused != ExitCode.CLEAN) {
        return refused.code();
      }
      return (dryRun ? printSql(servers, chosen) : install(servers, chosen)).code();
    }
  }

  /** Before the control schema is created: a refused command leaves nothing behind. */
  private ExitCode refusals(RetentionServers servers, List<RetainedDataset> chosen)
      throws SQLException {
    ExitCode code = ExitCode.CLEAN;
    for (RetainedDataset retained : chosen) {
      List<Finding> findings = servers.guardInstaller(retained).adoptionFindings(since());
      if (!findings.isEmpty()) {
        code = code.worse(print(retained, new GuardChange.Refused(findings)));
      }
    }
    return code;
  }

  private ExitCode printSql(RetentionServers servers, List<RetainedDataset> chosen)
      throws SQLException {
    for (RetainedDataset retained : chosen) {
      servers
          .guardInstaller(retained)
          .dryRunSql(since())
          .forEach(statement -> Output.of(spec).println(statement + ";"));
    }
    return ExitCode.CLEAN;
  }

  private ExitCode install(RetentionServers servers, List<RetainedDataset> chosen)
      throws SQLException {
    Schemas.migrateControl(servers.source(), servers.controlSchema());
    ExitCode code = ExitCode.CLEAN;
    for (RetainedDataset retained : chosen) {
      code = code.worse(print(retained, servers.guardInstaller(retained).install(since())));
    }
    return code;
  }

  private ExitCode print(RetainedDataset retained, GuardChange change) {
    return GuardPrinter.print(Output.of(spec), retained, change, "in place, nothing to do");
  }

  private Optional<LocalDate> since() {
    return Optional.ofNullable(coveredSince);
  }
}
