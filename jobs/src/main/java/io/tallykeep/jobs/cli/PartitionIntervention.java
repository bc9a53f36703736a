package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.attention.Intervention;
import io.tallykeep.jobs.retention.attention.Intervention.Outcome;
import io.tallykeep.jobs.retention.attention.Intervention.Request;
import io.tallykeep.jobs.retention.audit.OperatorAction;
import io.tallykeep.jobs.schema.Schemas;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command by which a person intervenes in one table partition. */
abstract class PartitionIntervention implements Callable<Integer> {
  private final OperatorAction.Kind kind;

  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final ReasonOption why = new ReasonOption();

  @Parameters(paramLabel = "PARTITION", description = "The table partition's name.")
  private String tablePartition = "";

  @Option(names = "--dataset", description = "The dataset (default: the only one).")
  private @Nullable String dataset;

  @Spec private @Nullable CommandSpec spec;

  PartitionIntervention(OperatorAction.Kind kind) {
    this.kind = kind;
  }

  @Override
  public final Integer call() throws SQLException, IOException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    RetainedDataset retained = checked.theOne(Optional.ofNullable(dataset));
    Request request = new Request(kind, tablePartition, why.reason(), why.person());
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      Schemas.migrateControl(servers.source(), servers.controlSchema());
      Outcome outcome = new Intervention(servers, retained).make(request);
      Output.of(spec)
          .println(
              kind.name().toLowerCase(Locale.ROOT)
                  + " "
                  + retained.name()
                  + " "
                  + tablePartition
                  + ": "
                  + (outcome instanceof Outcome.Done ? "" : "nothing was changed: ")
                  + outcome.text());
      return exitCode(outcome).code();
    }
  }

  private static ExitCode exitCode(Outcome outcome) {
    if (outcome instanceof Outcome.Done) {
      return ExitCode.CLEAN;
    }
    return outcome instanceof Outcome.Refused ? ExitCode.FINDINGS : ExitCode.UNDECIDED;
  }
}
