package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.settings.BadConfigurationException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that plans and runs share. */
final class JobOptions {
  private static final int MOST_YEARS_AHEAD = 10;

  @Option(names = "--dataset", description = "Only this dataset (default: all).")
  private @Nullable String dataset;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description = "Count the windows back from this day (default: today, UTC).")
  private @Nullable LocalDate asOf;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  Optional<String> dataset() {
    return Optional.ofNullable(dataset);
  }

  /**
   * The day to count back from.
   *
   * @throws BadConfigurationException if it is so far ahead that it must be a slip: provision would
   *     create more partitions than a table has room for
   */
  LocalDate asOf() {
    LocalDate today = LocalDate.now(Clock.systemUTC());
    if (asOf != null && asOf.isAfter(today.plusYears(MOST_YEARS_AHEAD))) {
      throw new BadConfigurationException(
          "--as-of " + asOf + " is more than " + MOST_YEARS_AHEAD + " years ahead.");
    }
    return asOf == null ? today : asOf;
  }

  boolean json() {
    return json;
  }
}
