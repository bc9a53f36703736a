package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.settings.BadConfigurationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Why a person intervenes, and who: both are kept. */
final class ReasonOption {
  private static final int LONGEST_REASON = 1_000;
  private static final int LONGEST_NAME = 255;

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
    return kept("--reason", reason, LONGEST_REASON);
  }

  /**
   * The name given, or the process's user.
   *
   * @throws BadConfigurationException if it is too long to be kept
   */
  String person() {
    return by == null || by.isBlank()
        ? System.getProperty("user.name", "?")
        : kept("--by", by, LONGEST_NAME);
  }

  private static String kept(String option, String text, int longest) {
    String stripped = text.strip();
    if (stripped.length() > longest) {
      throw new BadConfigurationException(
          option + " has " + stripped.length() + " characters; " + longest + " can be kept.");
    }
    return stripped;
  }
}
