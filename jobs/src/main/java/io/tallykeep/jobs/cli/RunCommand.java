package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.check.Preflight;
import io.tallykeep.jobs.retention.JobReport;
import io.tallykeep.jobs.retention.RetainedDataset;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "run",
    description = "Runs one job.",
    mixinStandardHelpOptions = true,
    subcommands = {RestoreCommand.class, DrillCommand.class})
final class RunCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final JobOptions options = new JobOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "JOB",
      description =
          "provision, archive, late, drop or expire; restore and drill have options of their own.")
  private @Nullable JobName job;

  @Option(names = "--dry-run", description = "Print the plan and change nothing.")
  private boolean dryRun;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    if (job == null) {
      throw new ParameterException(
          Objects.requireNonNull(spec, "picocli injects it").commandLine(),
          "Missing required parameter: 'JOB'");
    }
    return run(job);
  }

  private int run(JobName chosenJob) throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    if (dryRun) {
      PlanPrinter.print(
          Output.of(spec), PlanCommand.plan(checked, chosenJob, options), options.json());
      return ExitCode.CLEAN.code();
    }
    List<RetainedDataset> chosen = checked.chosen(options.dataset());
    List<JobReport> reports = new ArrayList<>();
    Preflight.orRefuse(
        checked.settings(),
        chosen,
        chosenJob == JobName.PROVISION ? Preflight.Scope.PARTITIONS : Preflight.Scope.EVERYTHING);
    try (JobsContext context = JobsContext.start(checked)) {
      for (RetainedDataset retained : chosen) {
        reports.add(context.runner().run(context.job(chosenJob), retained, options.asOf()));
      }
    }
    reports.forEach(ReportPrinter::log);
    ReportPrinter.print(Output.of(spec), reports, options.json());
    return reports.stream()
        .map(ReportPrinter::exitCode)
        .reduce(ExitCode.CLEAN, ExitCode::worse)
        .code();
  }
}
