package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.PlanLine;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionRunner;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.attention.PartitionReport;
import io.tallykeep.jobs.retention.session.Session;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description =
        "Days, attention, proof, files, holds, record of interventions, and what is next.",
    mixinStandardHelpOptions = true)
final class PartitionShowCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Parameters(paramLabel = "PARTITION", description = "The table partition's name.")
  private String tablePartition = "";

  @Option(names = "--dataset", description = "The dataset (default: the only one).")
  private @Nullable String dataset;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    RetainedDataset retained = checked.theOne(Optional.ofNullable(dataset));
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Session session = Session.open(servers.source())) {
      PartitionReport report =
          PartitionReport.read(
              session, servers.controlSchema(), retained.dataset(), tablePartition);
      PartitionPrinter printer =
          new PartitionPrinter(retained.name(), report, plans(servers, retained));
      if (json) {
        Output.of(spec).println(Json.write(printer.document()));
      } else {
        printer.print(Output.of(spec));
      }
    }
    return ExitCode.CLEAN.code();
  }

  /** What archive and drop would do with it today. */
  private Map<JobName, PlanLine> plans(RetentionServers servers, RetainedDataset retained)
      throws SQLException {
    Map<JobName, PlanLine> plans = new LinkedHashMap<>();
    for (JobName job : List.of(JobName.ARCHIVE, JobName.DROP)) {
      RetentionRunner.plan(
              servers,
              PlanCommand.planner(job, servers),
              retained,
              LocalDate.now(Clock.systemUTC()))
          .stream()
          .filter(line -> line.tablePartition().equals(tablePartition))
          .findFirst()
          .ifPresent(line -> plans.put(job, line));
    }
    return plans;
  }
}
