package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.settings.BadConfigurationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Why a person intervenes, and who: both are kept. */
final class ReasonOption {
  private static final int LONGEST = 1_000;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Why; kept with the record of the intervention.")
  private String reason = "";

  @Option(
      names = "--by",
      paramLabel = "NAME",
      description = "Who decided it (default: this process's user name).")
  private @Nullable String by;

  /**
   * The reason given.
   *
   * @throws BadConfigurationException if it is blank, or too long to be kept
   */
  String reason() {
    if (reason.isBlank()) {
      throw new BadConfigurationException(
          "--reason is blank: say why, for whoever reads the record later.");
    }
    if (reason.length() > LONGEST) {
      throw new BadConfigurationException(
          "--reason has " + reason.length() + " characters; " + LONGEST + " can be kept.");
    }
    return reason.strip();
  }

  String person() {
    return by == null || by.isBlank() ? System.getProperty("user.name", "?") : by.strip();
  }
}
