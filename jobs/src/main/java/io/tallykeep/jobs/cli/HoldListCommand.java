package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.hold.LegalHold;
import io.tallykeep.jobs.retention.hold.LegalHold.Mark;
import io.tallykeep.jobs.retention.hold.LegalHolds;
import io.tallykeep.verifier.ledger.DayLedger;
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
    name = "list",
    description = "The holds that hold, with their numbers.",
    mixinStandardHelpOptions = true)
final class HoldListCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(names = "--all", description = "Also those that were released.")
  private boolean all;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    Map<String, List<LegalHold>> holds = new LinkedHashMap<>();
    try (RetentionServers servers = new RetentionServers(checked.settings());
        Connection connection = servers.source().getConnection()) {
      for (RetainedDataset retained : checked.chosen(Optional.ofNullable(dataset))) {
        LegalHolds of = new LegalHolds(LedgerKey.of(servers.controlSchema(), retained.dataset()));
        holds.put(retained.name(), all ? of.all(connection) : of.active(connection));
      }
    }
    print(Output.of(spec), holds);
    return ExitCode.CLEAN.code();
  }

  private void print(PrintWriter out, Map<String, List<LegalHold>> holds) {
    if (json) {
      List<Map<String, @Nullable Object>> documents = new ArrayList<>();
      holds.forEach((name, list) -> list.forEach(hold -> documents.add(document(name, hold))));
      out.println(Json.write(Map.of("holds", documents)));
      return;
    }
    if (holds.values().stream().allMatch(List::isEmpty)) {
      out.println("hold: none");
      return;
    }
    TextTable table =
        new TextTable("id", "dataset", "days", "placed (UTC)", "by", "reason", "ended");
    holds.forEach((name, list) -> list.forEach(hold -> add(table, name, hold)));
    table.print(out);
  }

  private static void add(TextTable table, String dataset, LegalHold hold) {
    table.add(
        String.valueOf(hold.id()),
        dataset,
        hold.days(),
        hold.placed().at(),
        hold.placed().by(),
        hold.placed().reason(),
        hold.released()
            .map(mark -> mark.at() + " by " + mark.by() + ": " + mark.reason())
            .orElse("-"));
  }

  static Map<String, @Nullable Object> document(String dataset, LegalHold hold) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("id", hold.id());
    document.put("dataset", dataset);
    document.put("from", bound(hold.first(), DayLedger.FIRST_SENTINEL));
    document.put("to", bound(hold.last(), DayLedger.LAST_SENTINEL));
    document.put("placedAt", hold.placed().at());
    document.put("placedBy", hold.placed().by());
    document.put("reason", hold.placed().reason());
    document.put("releasedAt", hold.released().map(Mark::at).orElse(null));
    document.put("releasedBy", hold.released().map(Mark::by).orElse(null));
    document.put("releaseReason", hold.released().map(Mark::reason).orElse(null));
    return document;
  }

  private static @Nullable String bound(LocalDate day, LocalDate none) {
    return day.equals(none) ? null : day.toString();
  }
}
