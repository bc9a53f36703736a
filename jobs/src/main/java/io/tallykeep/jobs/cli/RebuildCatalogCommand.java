package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.rebuild.RebuildCatalog;
import io.tallykeep.jobs.retention.rebuild.RebuildReport;
import io.tallykeep.jobs.schema.ArchiveControlTables;
import io.tallykeep.jobs.schema.Schemas;
import io.tallykeep.jobs.settings.BadConfigurationException;
import java.io.PrintWriter;
import java.sql.SQLException;
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
    name = "rebuild-catalog",
    description =
        "Puts the archive part of the control schema back from the bucket: the catalog's pointer,"
            + " the record of data files, the ledger's snapshot sequences. Only ever moves"
            + " forward; with --dry-run changes nothing and exits 3 where something differs.",
    mixinStandardHelpOptions = true)
final class RebuildCatalogCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(names = "--dry-run", description = "Say what would be put back and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    List<RebuildReport> reports = new ArrayList<>();
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      tables(servers);
      for (RetainedDataset retained : checked.chosen(Optional.ofNullable(dataset))) {
        reports.add(
            dryRun
                ? RebuildCatalog.plan(servers, retained.dataset())
                : RebuildCatalog.apply(servers, retained.dataset()));
      }
    }
    print(Output.of(spec), reports);
    return reports.stream().map(this::exitCode).reduce(ExitCode.CLEAN, ExitCode::worse).code();
  }

  private ExitCode exitCode(RebuildReport report) {
    if (report.refusal().isPresent()) {
      return ExitCode.UNDECIDED;
    }
    return !report.attention().isEmpty() || (dryRun && !report.changes().isEmpty())
        ? ExitCode.FINDINGS
        : ExitCode.CLEAN;
  }

  private void tables(RetentionServers servers) throws SQLException {
    if (!dryRun) {
      Schemas.migrateControl(servers.source(), servers.controlSchema());
      ArchiveControlTables.create(servers.source(), servers.controlSchema());
      return;
    }
    List<String> missing = ArchiveControlTables.missing(servers.source(), servers.controlSchema());
    if (!missing.isEmpty()) {
      throw new BadConfigurationException(
          "the control schema "
              + servers.controlSchema()
              + " has no table "
              + String.join(", ", missing)
              + ": without --dry-run they are created and filled from the bucket.");
    }
  }

  private void print(PrintWriter out, List<RebuildReport> reports) {
    if (json) {
      out.println(
          Json.write(
              Map.of("datasets", reports.stream().map(RebuildCatalogCommand::document).toList())));
      return;
    }
    for (RebuildReport report : reports) {
      String start = "rebuild-catalog " + report.dataset() + ": ";
      if (report.refusal().isPresent()) {
        RebuildReport.Item refusal = report.refusal().get();
        out.println(start + "refused, " + refusal.code() + ": " + refusal.detail());
      } else if (report.changes().isEmpty() && report.attention().isEmpty()) {
        out.println(start + "in order, " + report.metadataLocation().orElse("-"));
      }
      report
          .changes()
          .forEach(
              item ->
                  out.println(
                      start
                          + (dryRun ? "would put back " : "put back ")
                          + item.code()
                          + ": "
                          + item.detail()));
      report
          .attention()
          .forEach(item -> out.println(start + "ATTENTION, " + item.code() + ": " + item.detail()));
    }
  }

  private static Map<String, @Nullable Object> document(RebuildReport report) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("dataset", report.dataset());
    document.put("metadataLocation", report.metadataLocation().orElse(null));
    document.put("changes", items(report.changes()));
    document.put("attention", items(report.attention()));
    document.put("refused", report.refusal().map(RebuildCatalogCommand::item).orElse(null));
    return document;
  }

  private static List<Map<String, String>> items(List<RebuildReport.Item> items) {
    return items.stream().map(RebuildCatalogCommand::item).toList();
  }

  private static Map<String, String> item(RebuildReport.Item item) {
    return Map.of("code", item.code(), "detail", item.detail());
  }
}
