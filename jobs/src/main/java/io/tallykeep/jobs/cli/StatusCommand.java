package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.drill.DrillWatch;
import io.tallykeep.jobs.retention.ledger.DeferredNights;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    description = "How far every event day is, and what needs attention.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    Map<String, List<LedgerDay>> days = new LinkedHashMap<>();
    Map<String, DrillWatch.State> drills = new LinkedHashMap<>();
    Map<String, Map<LocalDate, Integer>> nights = new LinkedHashMap<>();
    List<RetainedDataset> chosen = checked.chosen(Optional.ofNullable(dataset));
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Connection connection = servers.source().getConnection()) {
      if (LedgerTable.exists(connection, servers.controlSchema())) {
        for (RetainedDataset retained : chosen) {
          LedgerKey key = LedgerKey.of(servers.controlSchema(), retained.dataset());
          days.put(retained.name(), DayLedger.days(connection, key).days());
          nights.put(
              retained.name(),
              DeferredNights.atLeast(connection, key, 1).stream()
                  .collect(
                      Collectors.toMap(
                          DeferredNights.Deferred::day, DeferredNights.Deferred::nights)));
          DrillWatch.read(
                  Session.asItIs(connection),
                  servers.controlSchema(),
                  retained.dataset(),
                  checked.settings().drill().overdueAfter())
              .ifPresent(state -> drills.put(retained.name(), state));
        }
      }
    }
    Status status = new Status(days, nights, checked.settings().attention().escalateAfterNights());
    print(Output.of(spec), status, drills);
    return status.needsSomebody() ? ExitCode.FINDINGS.code() : ExitCode.CLEAN.code();
  }

  private void print(PrintWriter out, Status status, Map<String, DrillWatch.State> drills) {
    if (json) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("days", status.documents());
      document.put("drills", drills.entrySet().stream().map(StatusCommand::drillDocument).toList());
      out.println(Json.write(document));
      return;
    }
    status.print(out);
    drills.forEach((name, state) -> out.println("drill " + name + ": " + drill(state)));
  }

  private static String drill(DrillWatch.State state) {
    String last =
        state.lastOk().map(at -> "last ended well " + at).orElse("none has ended well yet");
    return state
        .lastFailure()
        .map(reason -> "FAILED, " + reason + "; " + last)
        .orElse(state.overdue() ? "OVERDUE, " + last : last);
  }

  private static Map<String, @Nullable Object> drillDocument(
      Map.Entry<String, DrillWatch.State> drill) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", drill.getKey());
    document.put("lastOk", drill.getValue().lastOk().orElse(null));
    document.put("lastFailure", drill.getValue().lastFailure().orElse(null));
    document.put("overdue", drill.getValue().overdue());
    return document;
  }
}
