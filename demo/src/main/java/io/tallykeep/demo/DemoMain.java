package io.tallykeep.demo;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./tallykeep demo}. */
@Command(
    name = "tallykeep demo",
    description =
        "Starts a MySQL and an S3 server, fills an inbox, archives its old days, drops them, and"
            + " looks events up. Ends by itself and cleans up.",
    mixinStandardHelpOptions = true)
public final class DemoMain implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(DemoMain.class);
  private static final int LEAST_DAYS = 9;

  @Option(
      names = "--rows-per-day",
      defaultValue = "100000",
      description = "Inbox rows per event day, 100 to 10,000,000 (default: ${DEFAULT-VALUE}).")
  private int rowsPerDay;

  @Option(
      names = "--days",
      defaultValue = "12",
      description = "Event days, " + LEAST_DAYS + " to 60 (default: ${DEFAULT-VALUE}).")
  private int days;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the figures to this file, as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Leave the servers running and print how to go on.")
  private boolean keep;

  /** Runs the demo and ends the process: 0 if every act went as told. */
  public static void main(String[] args) {
    CommandLine line = new CommandLine(new DemoMain());
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> {
          System.err.println("tallykeep demo: " + e.getMessage());
          LOG.debug("the failure in full", e);
          return 1;
        });
    System.exit(line.execute(args));
  }

  @Override
  public Integer call() throws IOException, SQLException {
    if (rowsPerDay < 100 || rowsPerDay > 10_000_000 || days < LEAST_DAYS || days > 60) {
      System.err.println(
          "tallykeep demo: --rows-per-day takes 100 to 10,000,000, --days takes "
              + LEAST_DAYS
              + " to 60 (fewer leave no day old enough to archive, drop and expire).");
      return 64;
    }
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    DemoSize size = new DemoSize(rowsPerDay, days);
    Narrator narrator = new Narrator(out);
    try (DemoServers servers = DemoServers.start("demo", narrator, keep)) {
      Demo demo = new Demo(servers, size, narrator);
      DemoFigures figures = demo.run();
      figures.print(out);
      if (json != null) {
        Files.writeString(json, figures.toJson() + System.lineSeparator());
        out.println("figures written to " + json);
      }
      if (keep) {
        demo.explain(out);
      }
    }
    return 0;
  }
}
