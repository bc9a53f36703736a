package io.tallykeep.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tallykeep.jobs.TestInbox.Outcome;
import io.tallykeep.jobs.cli.Tallykeep;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Runs commands on an inbox under a configuration of its own, and looks at all a person would see:
 * what is printed and what is logged. No command may ever print a stack trace.
 */
public final class CommandProbe {
  private final TestInbox inbox;
  private final S3Address s3;
  private final Path configuration;

  private CommandProbe(TestInbox inbox, S3Address s3, Path configuration) {
    this.inbox = inbox;
    this.s3 = s3;
    this.configuration = configuration;
  }

  public static CommandProbe of(TestInbox inbox) {
    return new CommandProbe(inbox, Sandbox.shared().s3(), inbox.configuration());
  }

  /** The same under a configuration that differs in this text. */
  public CommandProbe with(String from, String to) throws IOException {
    String text = Files.readString(configuration);
    assertThat(text).contains(from);
    Path other = configuration.resolveSibling(UUID.randomUUID() + ".yml");
    Files.writeString(other, text.replace(from, to));
    return new CommandProbe(inbox, s3, other);
  }

  /** The same with another account. */
  public CommandProbe as(String user, String password) throws IOException {
    return with(
            "username: \"" + Sandbox.shared().mysql().user() + "\"", "username: \"" + user + "\"")
        .with(
            "password: \"" + Sandbox.shared().mysql().password() + "\"",
            "password: \"" + password + "\"");
  }

  public Path configuration() {
    return configuration;
  }

  /** Runs a command. */
  public Outcome run(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config");
    arguments.add(configuration.toString());
    return runAsIs(arguments.toArray(String[]::new));
  }

  /** Runs a command without naming the configuration. */
  public static Outcome runAsIs(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    PrintStream log = new PrintStream(logged, true, StandardCharsets.UTF_8);
    PrintStream systemOut = System.out;
    PrintStream systemErr = System.err;
    System.setOut(log);
    System.setErr(log);
    int code;
    try {
      code = Tallykeep.run(new PrintWriter(out), new PrintWriter(err), words);
    } finally {
      System.setOut(systemOut);
      System.setErr(systemErr);
    }
    Outcome outcome = new Outcome(code, out.toString(), err.toString());
    assertThat(out + err.toString() + logged.toString(StandardCharsets.UTF_8))
        .as("no stack trace of %s", List.of(words))
        .doesNotContain("\tat ")
        .doesNotContain("internal error");
    return outcome;
  }

  /** Runs a command that must leave both servers exactly as they are. */
  public Outcome runWithoutEffect(String... words) throws SQLException {
    ServerState before = ServerState.of(inbox, s3);
    Outcome outcome = run(words);
    assertThat(ServerState.of(inbox, s3).lines())
        .as("both servers after %s", List.of(words))
        .isEqualTo(before.lines());
    return outcome;
  }

  /** The one document a command prints. */
  public static JsonNode json(Outcome outcome) {
    try {
      return new ObjectMapper().readTree(outcome.out());
    } catch (JsonProcessingException e) {
      throw new AssertionError("not one JSON document: " + outcome, e);
    }
  }

  /** The field names of a JSON object, in order. */
  public static List<String> fields(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
