package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.hold.HoldPlacement;
import io.tallykeep.jobs.retention.hold.HoldPlacement.Outcome;
import io.tallykeep.jobs.retention.hold.HoldPlacement.Request;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.verifier.ledger.DayLedger;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "add",
    description = "Places a hold: from then on none of the days is dropped or expired.",
    mixinStandardHelpOptions = true)
final class HoldAddCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();
  @Mixin private final ReasonOption why = new ReasonOption();

  @Option(names = "--dataset", description = "The dataset (default: the only one).")
  private @Nullable String dataset;

  @Option(
      names = "--from",
      paramLabel = "DATE",
      description = "The first day held (default: every day there is).")
  private @Nullable LocalDate from;

  @Option(
      names = "--to",
      paramLabel = "DATE",
      description = "The last day held (default: every day to come).")
  private @Nullable LocalDate to;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    RetainedDataset retained = checked.theOne(Optional.ofNullable(dataset));
    Request request =
        new Request(
            from == null ? DayLedger.FIRST_SENTINEL : from,
            to == null ? DayLedger.LAST_SENTINEL : to,
            why.reason(),
            why.person());
    if (request.last().isBefore(request.first())) {
      throw new BadConfigurationException("--to " + to + " is before --from " + from + ".");
    }
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      Schemas.migrateForOrders(servers.source(), servers.controlSchema());
      Outcome outcome =
          new HoldPlacement(servers.source(), servers.controlSchema(), retained.dataset())
              .place(request);
      return print(Output.of(spec), retained, outcome).code();
    }
  }

  private ExitCode print(PrintWriter out, RetainedDataset retained, Outcome outcome) {
    String name = "hold " + retained.name() + ": ";
    if (outcome instanceof Outcome.NotNow not) {
      out.println(name + "not placed: " + not.why());
      return ExitCode.UNDECIDED;
    }
    Outcome.Placed placed = (Outcome.Placed) outcome;
    out.println(
        name
            + "legal hold "
            + placed.id()
            + " placed; 'jobs hold release "
            + placed.id()
            + " --reason TEXT' ends it");
    if (!placed.dropped().isEmpty()) {
      out.println(
          name
              + placed.dropped().size()
              + " of its days have left MySQL before; their archive stays and does not expire: "
              + placed.dropped());
    }
    if (placed.expired().isEmpty()) {
      return ExitCode.CLEAN;
    }
    out.println(
        name
            + "TOO LATE for "
            + placed.expired().size()
            + " day(s) that have expired: "
            + placed.expired()
            + ". The archive's table does not list their files any more; keep the bucket as it is"
            + " and look for them under the days' folders.");
    return ExitCode.FINDINGS;
  }
}
