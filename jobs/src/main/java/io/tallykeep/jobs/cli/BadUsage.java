package io.tallykeep.jobs.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is told of a command line that can't be understood: one line, and what there is instead. */
final class BadUsage {
  /** Those that the start script takes to other programs. */
  private static final List<String> OF_THE_SCRIPT = List.of("demo", "lab", "sandbox");

  private static final String NO_SUBCOMMAND = "Missing required subcommand";

  private BadUsage() {}

  static String message(ParameterException e) {
    String message = String.valueOf(e.getMessage());
    CommandLine line = e.getCommandLine();
    if (message.equals(NO_SUBCOMMAND)) {
      return message + ": one of " + String.join(", ", commands(line)) + ".";
    }
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> alike = unmatched.getSuggestions();
      if (!alike.isEmpty()) {
        return message + ". Is " + alike.get(0) + " meant?";
      }
      if (!unmatched.isUnknownOption() && !line.getSubcommands().isEmpty()) {
        return message + ". There are " + String.join(", ", commands(line)) + ".";
      }
    }
    return message;
  }

  private static List<String> commands(CommandLine line) {
    List<String> commands = new ArrayList<>(line.getSubcommands().keySet());
    if (line.getParent() == null) {
      commands.addAll(OF_THE_SCRIPT);
    }
    return commands;
  }
}
