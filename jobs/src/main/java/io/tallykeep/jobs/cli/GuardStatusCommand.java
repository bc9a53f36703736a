package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.CheckedSettings;
import io.tallykeep.jobs.retention.RetainedDataset;
import io.tallykeep.jobs.retention.RetentionServers;
import io.tallykeep.jobs.retention.guard.GuardStatus;
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
    name = "status",
    description = "Compares the triggers with what they should be.",
    mixinStandardHelpOptions = true)
final class GuardStatusCommand implements Callable<Integer> {
  @Mixin private final ConfigOption config = new ConfigOption();

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws SQLException {
    CheckedSettings checked = CheckedSettings.orRefuse(config.load());
    PrintWriter out = Output.of(spec);
    List<Map<String, Object>> documents = new ArrayList<>();
    ExitCode code = ExitCode.CLEAN;
    try (RetentionServers servers = new RetentionServers(checked.settings())) {
      for (RetainedDataset retained : checked.chosen(Optional.ofNullable(dataset))) {
        GuardStatus status = servers.guardInstaller(retained).status();
        documents.add(document(retained, status));
        code = code.worse(exitCode(status));
        if (!json) {
          print(out, "guard " + retained.name() + ": ", status);
        }
      }
    }
    if (json) {
      out.println(Json.write(Map.of("guards", documents)));
    }
    return code.code();
  }

  /** A guard that is absent leaves the archive waiting; one that is broken, as its findings say. */
  private static ExitCode exitCode(GuardStatus status) {
    if (status instanceof GuardStatus.Healthy) {
      return ExitCode.CLEAN;
    }
    return status instanceof GuardStatus.Broken broken
        ? GuardPrinter.exitCode(broken.findings())
        : ExitCode.UNDECIDED;
  }

  private static void print(PrintWriter out, String name, GuardStatus status) {
    if (status instanceof GuardStatus.Healthy healthy) {
      out.println(
          name
              + "holds; newest trigger of "
              + healthy.newestCreatedAt()
              + ", days younger than "
              + healthy.youngDays()
              + " d pass at once");
    } else if (status instanceof GuardStatus.Broken broken) {
      GuardPrinter.print(out, name + "BROKEN, ", broken.findings());
    } else {
      out.println(name + "absent; run './tallykeep jobs guard install --covered-since DATE'");
    }
  }

  private static Map<String, Object> document(RetainedDataset retained, GuardStatus status) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("dataset", retained.name());
    if (status instanceof GuardStatus.Healthy healthy) {
      document.put("state", "HEALTHY");
      document.put("newestCreatedAt", healthy.newestCreatedAt().toString());
      document.put("youngDays", healthy.youngDays());
    } else if (status instanceof GuardStatus.Broken broken) {
      document.put("state", "BROKEN");
      document.put("findings", broken.findings().stream().map(Object::toString).toList());
    } else {
      document.put("state", "ABSENT");
    }
    return document;
  }
}
