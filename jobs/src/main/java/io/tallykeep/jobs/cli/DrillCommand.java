package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.drill.Drill;
import io.tallykeep.jobs.retention.drill.DrillResult;
import io.tallykeep.jobs.schema.Schemas;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
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
import picocli.CommandLine.Spec;

@Command(
    name = "drill",
    description =
        "Restores archived event days on trial, those drilled longest ago first: compares each with"
            + " its proof, drops the side table, records and reports.",
    mixinStandardHelpOptions = true)
final class DrillCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(names = "--dry-run", description = "Say which days have their turn; change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException, IOException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    PrintWriter out = Output.of(spec);
    List<Map<String, @Nullable Object>> documents = new ArrayList<>();
    ExitCode code = ExitCode.CLEAN;
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      Drill drill = new Drill(servers, Clock.systemUTC());
      if (!dryRun) {
        Schemas.migrateControl(servers.source(), servers.controlSchema());
      }
      for (RetainedDataset retained : checked.chosen(Optional.ofNullable(dataset))) {
        if (dryRun) {
          planned(out, retained, drill.plan(retained), documents);
        } else if (drill.run(retained) instanceof Drill.Outcome.Ran ran) {
          code = code.worse(report(out, retained, ran, documents));
        } else {
          text(out, "drill " + retained.name() + ": refused, another run is alive");
          code = code.worse(ExitCode.UNDECIDED);
        }
      }
    }
    if (json) {
      out.println(Json.write(Map.of("drills", documents)));
    }
    return code.code();
  }

  private void text(PrintWriter out, String line) {
    if (!json) {
      out.println(line);
    }
  }

  private void planned(
      PrintWriter out,
      RetainedDataset retained,
      List<LocalDate> days,
      List<Map<String, @Nullable Object>> documents) {
    text(out, "drill " + retained.name() + ": would restore " + days);
    for (LocalDate day : days) {
      Map<String, @Nullable Object> document = new LinkedHashMap<>();
      document.put("dataset", retained.name());
      document.put("eventDay", day.toString());
      document.put("outcome", "PLANNED");
      documents.add(document);
    }
  }

  private ExitCode report(
      PrintWriter out,
      RetainedDataset retained,
      Drill.Outcome.Ran ran,
      List<Map<String, @Nullable Object>> documents) {
    ExitCode code = ExitCode.CLEAN;
    if (ran.results().isEmpty()) {
      text(out, "drill " + retained.name() + ": no day is archived");
    }
    for (DrillResult result : ran.results()) {
      text(
          out,
          "drill "
              + result.dataset()
              + " "
              + result.eventDay()
              + (result.isOk()
                  ? ": OK, "
                      + result.rowCount()
                      + " rows restored and equal to the proof in "
                      + seconds(result)
                      + " s ("
                      + result.rowsPerSecond()
                      + " rows/s)"
                  : ": FAILED, " + result.reason()));
      documents.add(document(result));
      code = code.worse(RestorePrinter.exitCode(result.outcome()));
    }
    return code;
  }

  private static double seconds(DrillResult result) {
    return result.took().toMillis() / 1_000.0;
  }

  private static Map<String, @Nullable Object> document(DrillResult result) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", result.dataset());
    document.put("eventDay", result.eventDay().toString());
    document.put("outcome", result.isOk() ? "OK" : "FAILED");
    document.put("rows", result.rowCount());
    document.put("seconds", seconds(result));
    document.put("rowsPerSecond", result.rowsPerSecond());
    document.put("reason", result.isOk() ? null : result.reason());
    return document;
  }
}
