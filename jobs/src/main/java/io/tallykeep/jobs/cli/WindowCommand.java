package io.tallykeep.jobs.cli;

import io.tallykeep.capacity.window.IdentityWindow;
import io.tallykeep.capacity.window.WindowInputs;
import io.tallykeep.capacity.window.WindowReport;
import io.tallykeep.jobs.check.WindowInputsReader;
import io.tallykeep.jobs.settings.BadConfigurationException;
import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.jobs.settings.WindowSettings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "window",
    description = "The identity window: max(redelivery, reconciliation, confirmation) + margin.",
    mixinStandardHelpOptions = true)
final class WindowCommand implements Callable<Integer> {
  enum Format {
    TEXT,
    JSON
  }

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Take the inputs from this configuration (default: the built-in scenario).")
  private @Nullable Path config;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format = Format.TEXT;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    WindowInputs inputs = config == null ? WindowInputs.seed() : configured(config);
    WindowReport report = WindowReport.of(IdentityWindow.of(inputs));
    Output.of(spec).println(format == Format.JSON ? Json.write(report.asMap()) : report.toText());
    return ExitCode.CLEAN.code();
  }

  private static WindowInputs configured(Path file) {
    WindowSettings settings = SettingsLoader.load(file).window();
    try {
      return WindowInputsReader.inputs(settings);
    } catch (IllegalArgumentException e) {
      throw new BadConfigurationException(
          "Configuration " + file + ", key tallykeep.window: " + e.getMessage(), e);
    }
  }
}
