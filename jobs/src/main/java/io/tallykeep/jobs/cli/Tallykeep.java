package io.tallykeep.jobs.cli;

import io.tallykeep.jobs.check.PreflightException;
import io.tallykeep.jobs.settings.BadConfigurationException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/** The command line's entry. Exit codes are {@link ExitCode}'s; docs/cli.md lists the commands. */
@Command(
    name = "tallykeep",
    description = "Lets a payment company delete idempotency records without ever paying twice.",
    mixinStandardHelpOptions = true,
    version = "tallykeep 0.1.0",
    subcommands = {
      CheckCommand.class,
      JobsCommand.class,
      VerifierCommand.class,
      CapacityCommand.class
    })
public final class Tallykeep {
  private static final Logger LOG = LoggerFactory.getLogger(Tallykeep.class);

  private final StopSignal signal;

  private Tallykeep(StopSignal signal) {
    this.signal = signal;
  }

  /** What a command that runs until it is stopped waits for. */
  StopSignal stopSignal() {
    return signal;
  }

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintWriter err = writer(System.err);
    StopSignal signal = StopSignal.watch(err);
    int code = run(signal, writer(System.out), err, args);
    signal.finished();
    System.exit(code);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Runs one command inside this process. */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    return run(StopSignal.none(), out, err, args);
  }

  private static int run(StopSignal signal, PrintWriter out, PrintWriter err, String... args) {
    CommandLine line = new CommandLine(new Tallykeep(signal));
    line.setOut(out);
    line.setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpWidth(120);
    line.registerConverter(LocalDate.class, new Dates());
    line.registerConverter(JobName.class, new JobNames());
    line.setExecutionExceptionHandler(Tallykeep::explain);
    line.setParameterExceptionHandler(
        (e, arguments) -> {
          err.println("tallykeep: " + BadUsage.message(e));
          err.println(
              "Run '"
                  + e.getCommandLine().getCommandSpec().qualifiedName()
                  + " --help' for usage.");
          return ExitCode.USAGE.code();
        });
    return line.execute(args);
  }

  private static int explain(Exception e, CommandLine line, ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (e instanceof BadConfigurationException) {
      err.println("tallykeep: " + e.getMessage());
      return ExitCode.USAGE.code();
    }
    if (e instanceof PreflightException refused) {
      err.println("tallykeep: " + refused.getMessage());
      return ExitCode.of(refused.worst()).code();
    }
    Optional<ServerFailure> failure = ServerFailure.of(e);
    if (failure.isPresent()) {
      err.println("tallykeep: " + failure.get().message());
      LOG.debug("the failure in full", e);
      return failure.get().exitCode().code();
    }
    err.println("tallykeep: internal error: " + e);
    LOG.error("internal error", e);
    return ExitCode.INTERNAL.code();
  }
}
