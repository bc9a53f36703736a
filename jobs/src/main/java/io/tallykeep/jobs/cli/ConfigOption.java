package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.settings.SettingsLoader;
import io.tallykeep.jobs.settings.TallykeepSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the configuration is: --config, else TALLYKEEP_CONFIG, else ./tallykeep.yml. */
final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Configuration file (default: $TALLYKEEP_CONFIG, else tallykeep.yml in this folder).")
  private @Nullable Path file;

  TallykeepSettings load() {
    String named = System.getenv("TALLYKEEP_CONFIG");
    Path fallback = Path.of(named == null || named.isEmpty() ? "tallykeep.yml" : named);
    return SettingsLoader.load(file == null ? fallback : file);
  }
}
