package io.tallykeep.jobs.cli;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that plans and runs share. */
final class JobOptions {
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

  LocalDate asOf() {
    return asOf == null ? LocalDate.now(Clock.systemUTC()) : asOf;
  }

  boolean json() {
    return json;
  }
}
