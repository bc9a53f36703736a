package io.tallykeep.jobs.cli;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A command's standard output, from the specification picocli injects. */
final class Output {
  private Output() {}

  static PrintWriter of(@Nullable CommandSpec spec) {
    return Objects.requireNonNull(spec, "picocli injects it").commandLine().getOut();
  }
}
