package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.drill.DrillWatch;
import io.tallykeep.jobs.retention.ledger.LedgerTable;
import io.tallykeep.jobs.retention.session.Session;
import io.tallykeep.verifier.ledger.Attention;
import io.tallykeep.verifier.ledger.DayLedger;
import io.tallykeep.verifier.ledger.LedgerDay;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
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
    List<RetainedDataset> chosen = checked.chosen(Optional.ofNullable(dataset));
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Connection connection = servers.source().getConnection()) {
      if (LedgerTable.exists(connection, servers.controlSchema())) {
        for (RetainedDataset retained : chosen) {
          LedgerKey key = LedgerKey.of(servers.controlSchema(), retained.dataset());
          days.put(retained.name(), DayLedger.days(connection, key).days());
          DrillWatch.read(
                  Session.asItIs(connection),
                  servers.controlSchema(),
                  retained.dataset(),
                  checked.settings().drill().overdueAfter())
              .ifPresent(state -> drills.put(retained.name(), state));
        }
      }
    }
    print(Output.of(spec), days, drills);
    boolean quarantined =
        days.values().stream()
            .flatMap(List::stream)
            .anyMatch(day -> day.attention() == Attention.QUARANTINED);
    return quarantined ? ExitCode.FINDINGS.code() : ExitCode.CLEAN.code();
  }

  private void print(
      PrintWriter out, Map<String, List<LedgerDay>> days, Map<String, DrillWatch.State> drills) {
    if (json) {
      List<Map<String, @Nullable Object>> rows = new ArrayList<>();
      days.forEach((name, list) -> list.forEach(day -> rows.add(document(name, day))));
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("days", rows);
      document.put("drills", drills.entrySet().stream().map(StatusCommand::drillDocument).toList());
      out.println(Json.write(document));
      return;
    }
    if (days.values().stream().allMatch(List::isEmpty)) {
      out.println(
          "status: no event day is covered, or this account may not see the day ledger; a table is"
              + " adopted by './tallykeep jobs guard install --covered-since DATE'");
      return;
    }
    TextTable table =
        new TextTable("dataset", "event day", "progress", "partition", "rows", "attention");
    days.forEach((name, list) -> list.forEach(day -> add(table, name, day)));
    table.print(out);
    drills.forEach((name, state) -> out.println("drill " + name + ": " + drill(state)));
  }

  private static String drill(DrillWatch.State state) {
    String last = "last ended well " + state.lastOk().orElse("never");
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

  private static void add(TextTable table, String dataset, LedgerDay day) {
    table.add(
        dataset,
        day.day().toString(),
        day.progress().name(),
        day.tablePartition().orElse("-"),
        day.rowCount().isPresent() ? String.valueOf(day.rowCount().getAsLong()) : "-",
        day.attention() == Attention.NONE
            ? "-"
            : day.attention() + ": " + day.attentionReason().orElse(""));
  }

  private static Map<String, @Nullable Object> document(String dataset, LedgerDay day) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", dataset);
    document.put("eventDay", day.day().toString());
    document.put("progress", day.progress().name());
    document.put("tablePartition", day.tablePartition().orElse(null));
    document.put("rowCount", day.rowCount().isPresent() ? day.rowCount().getAsLong() : null);
    document.put("digest", day.digest().orElse(null));
    document.put("holdUntil", day.holdUntil().map(LocalDate::toString).orElse(null));
    document.put("attention", day.attention().name());
    document.put("attentionReason", day.attentionReason().orElse(null));
    document.put("epoch", day.epoch());
    return document;
  }
}
