package io.tallykeep.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Starts a process that outlives this JVM and the terminal it was started from, with a small
 * environment of known content.
 */
final class Spawn {
  private static final Set<String> KEPT_VARIABLES =
      Set.of(
          "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TZ", "LANG", "LC_ALL", "LD_LIBRARY_PATH");

  private Spawn() {}

  /**
   * Starts the command with its output appended to a file.
   *
   * @throws SandboxException if the operating system refuses
   */
  static Process detached(List<String> command, Path workingFolder, Path log) {
    List<String> whole = new ArrayList<>();
    // A session of its own: Ctrl-C in the terminal, or its end, does not reach the servers.
    Stream.of("/usr/bin/setsid", "/bin/setsid")
        .filter(it -> Files.isExecutable(Path.of(it)))
        .findFirst()
        .ifPresent(whole::add);
    whole.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(whole);
    builder.environment().keySet().retainAll(KEPT_VARIABLES);
    builder.directory(workingFolder.toFile());
    builder.redirectInput(new File("/dev/null"));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.START_FAILED,
          "Could not start " + command.get(0) + ": " + e.getMessage(),
          e);
    }
  }

  /** The java program that runs this JVM. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
