package io.tallykeep.demo.lab;

import io.tallykeep.demo.DemoServers;
import io.tallykeep.demo.Narrator;
import io.tallykeep.jobs.cli.ExitCode;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./tallykeep lab}. */
@Command(
    name = "tallykeep lab",
    description =
        "Makes payment consumers crash, lose answers and race on a MySQL it starts itself, with"
            + " right and with wrong protocols, and shows what the servers say afterwards.",
    mixinStandardHelpOptions = true)
public final class LabMain implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(LabMain.class);
  private static final String ALL = "all";

  @Option(
      names = "--case",
      required = true,
      paramLabel = "NAME",
      description = "Which case, or all: ${COMPLETION-CANDIDATES}.",
      completionCandidates = CaseNames.class)
  private @Nullable String caseName;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  /** What {@code --case} takes. */
  static final class CaseNames extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    CaseNames() {
      super(LabCases.names());
      add(ALL);
    }
  }

  /** Runs the lab and ends the process: 0 if every case came out as it should. */
  public static void main(String[] args) {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    System.exit(commandLine(out, err).execute(args));
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new LabMain());
    line.setOut(out);
    line.setErr(err);
    line.setParameterExceptionHandler(
        (e, arguments) -> {
          err.println("tallykeep lab: " + e.getMessage());
          err.println("Run 'tallykeep lab --help' for usage.");
          return ExitCode.USAGE.code();
        });
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          err.println("tallykeep lab: " + e.getMessage());
          LOG.debug("the failure in full", e);
          return ExitCode.INTERNAL.code();
        });
    return line;
  }

  @Override
  public Integer call() throws IOException, SQLException {
    CommandLine line = Objects.requireNonNull(spec, "picocli injects it").commandLine();
    List<LabCase> cases = chosen();
    PrintWriter out = line.getOut();
    Narrator narrator = new Narrator(line.getErr());
    try (DemoServers servers = DemoServers.start("lab", narrator, false);
        LabStage stage = new LabStage(servers.sandbox(), servers.folder(), RedisServer.program())) {
      LabReport report =
          new Lab(stage)
              .play(
                  cases,
                  played -> {
                    if (!json) {
                      LabReport.print(out, played);
                    }
                  });
      if (json) {
        out.println(report.toJson());
      } else {
        report.printTotals(out);
      }
      stage.dropSchemas();
      return report.exitCode().code();
    }
  }

  private List<LabCase> chosen() {
    if (ALL.equals(caseName)) {
      return LabCases.all();
    }
    List<LabCase> named = LabCases.all().stream().filter(it -> it.name().equals(caseName)).toList();
    if (named.isEmpty()) {
      throw new ParameterException(
          Objects.requireNonNull(spec, "picocli injects it").commandLine(),
          "there is no case '"
              + caseName
              + "'. The cases: "
              + String.join(", ", new CaseNames())
              + ".");
    }
    return named;
  }
}
