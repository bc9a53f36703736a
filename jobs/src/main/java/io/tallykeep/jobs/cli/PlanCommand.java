package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.JobPlanner;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionRunner;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.archive.ArchiveJob;
import io.tallykeep.jobs.retention.drop.DropJob;
import io.tallykeep.jobs.retention.expire.ExpireJob;
import io.tallykeep.jobs.retention.late.LateJob;
import io.tallykeep.jobs.retention.provision.ProvisionJob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "plan",
    description = "What a job would do with each table partition, and why. Changes nothing.",
    mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final JobOptions options = new JobOptions();

  @Parameters(
      arity = "0..1",
      defaultValue = "archive",
      paramLabel = "JOB",
      description = "provision, archive, drop, late or expire (default: archive).")
  private JobName job = JobName.ARCHIVE;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    PlanPrinter.print(Output.of(spec), plan(checked, job, options), options.json());
    return ExitCode.CLEAN.code();
  }

  static List<PlanLine> plan(CheckedSettings checked, JobName job, JobOptions options)
      throws SQLException {
    List<PlanLine> lines = new ArrayList<>();
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      for (RetainedDataset retained : checked.chosen(options.dataset())) {
        lines.addAll(
            RetentionRunner.plan(servers, planner(job, servers), retained, options.asOf()));
      }
    }
    return lines;
  }

  static JobPlanner planner(JobName job, RetentionServers servers) {
    return switch (job) {
      case PROVISION -> ProvisionJob.newPlanner();
      case ARCHIVE -> ArchiveJob.newPlanner(servers);
      case DROP -> DropJob.newPlanner(servers);
      case LATE -> LateJob.newPlanner(servers);
      case EXPIRE -> ExpireJob.newPlanner(servers);
    };
  }
}
