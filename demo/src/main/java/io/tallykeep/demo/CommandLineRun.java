package io.tallykeep.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tallykeep.jobs.cli.Tallykeep;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the product's command line as a user would, and reads what it prints. */
public final class CommandLineRun {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path configuration;

  public CommandLineRun(Path configuration) {
    this.configuration = configuration;
  }

  /**
   * What a command came to.
   *
   * @param command as typed, without the configuration
   * @param exitCode its exit code
   * @param out what it printed
   */
  public record Result(String command, int exitCode, String out, String err) {
    JsonNode json() {
      try {
        return MAPPER.readTree(out);
      } catch (JsonProcessingException e) {
        throw new DemoFailedException("'" + command + "' printed no JSON: " + out + err, e);
      }
    }
  }

  /** Runs a command and returns what it came to. */
  public Result run(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config");
    arguments.add(configuration.toString());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Tallykeep.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    return new Result(String.join(" ", words), code, out.toString(), err.toString());
  }

  /**
   * Runs a command that must end clean.
   *
   * @throws DemoFailedException with all it printed, if it does not
   */
  public Result clean(String... words) {
    Result result = run(words);
    if (result.exitCode() != 0) {
      throw new DemoFailedException(
          "'"
              + result.command()
              + "' ended with exit code "
              + result.exitCode()
              + ":\n"
              + result.out()
              + result.err(),
          null);
    }
    return result;
  }
}
