package io.tallykeep.jobs.cli;

import io.tallykeep.archive.table.BucketReport;
import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.check.Finding;
import io.tallykeep.jobs.check.Preflight;
import io.tallykeep.jobs.check.ServerCheck;
import io.tallykeep.jobs.check.SettingsCheck;
import java.io.PrintWriter;
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
    name = "check",
    description =
        "Configuration, connections, privileges, tables, guard, windows: all findings at once."
            + " Changes nothing.",
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CheckedSettings checked = SettingsCheck.check(config.load());
    List<Finding> findings = new ArrayList<>(checked.findings());
    boolean serversNamed =
        findings.stream().noneMatch(f -> f.place().startsWith("tallykeep.source"))
            && findings.stream().noneMatch(f -> f.place().startsWith("tallykeep.object-store"));
    if (serversNamed) {
      findings.addAll(
          ServerCheck.check(
              checked.settings(), checked.datasets().all(), Preflight.Scope.EVERYTHING));
    }
    Optional<BucketReport> bucket =
        serversNamed
                && findings.stream().noneMatch(f -> f.place().startsWith("tallykeep.object-store"))
            ? Optional.of(ServerCheck.bucket(checked.settings(), checked.datasets().all()))
            : Optional.empty();
    print(Output.of(spec), findings, bucket);
    return findings.stream()
        .map(finding -> ExitCode.of(finding.owner()))
        .reduce(ExitCode.CLEAN, ExitCode::worse)
        .code();
  }

  private void print(PrintWriter out, List<Finding> findings, Optional<BucketReport> bucket) {
    if (json) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("findings", findings.stream().map(CheckCommand::document).toList());
      bucket.ifPresent(report -> document.put("bucket", document(report)));
      out.println(Json.write(document));
      return;
    }
    bucket.ifPresent(
        report ->
            out.println(
                "check: bucket: versioning "
                    + report.versioning()
                    + ", Object Lock "
                    + report.objectLock()
                    + ", unfinished uploads older than a day: "
                    + (report.unfinishedUploads().isEmpty()
                        ? "none"
                        : report.unfinishedUploads())));
    if (findings.isEmpty()) {
      out.println("check: everything is in order");
    }
    findings.forEach(finding -> out.println("check: " + finding));
  }

  private static Map<String, Object> document(BucketReport bucket) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("versioning", bucket.versioning());
    document.put("objectLock", bucket.objectLock());
    document.put("unfinishedUploads", bucket.unfinishedUploads());
    return document;
  }

  private static Map<String, Object> document(Finding finding) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("code", finding.code());
    document.put("owner", finding.owner().name());
    document.put("place", finding.place());
    document.put("what", finding.what());
    document.put("mend", finding.mend());
    return document;
  }
}
