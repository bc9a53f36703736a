package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finding and ending the sandbox's processes by an argument of their command line.
 *
 * <p>A process is recognised by an argument that names its own folder, never by a remembered
 * process id: ids are given out again, and a state file written before a reboot would point at
 * strangers. A zombie has no command line any more and so counts as gone, also where nobody reaps
 * it.
 */
final class Processes {
  private static final Path PROC = Path.of("/proc");

  private Processes() {}

  /** All living processes that carry exactly this argument; never the calling one. */
  static List<ProcessHandle> withArgument(String argument) {
    long self = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != self && hasArgument(process, argument))
        .toList();
  }

  /** Whether the process lives and carries exactly this argument. */
  static boolean hasArgument(ProcessHandle process, String argument) {
    return arguments(process).contains(argument);
  }

  /** The command line of a living process; empty when it is gone, a zombie or another user's. */
  static List<String> arguments(ProcessHandle process) {
    Path commandLine = PROC.resolve(Long.toString(process.pid())).resolve("cmdline");
    if (Files.isDirectory(PROC.resolve("self"))) {
      try {
        return List.of(
            new String(Files.readAllBytes(commandLine), StandardCharsets.UTF_8).split("\0", -1));
      } catch (IOException gone) {
        return List.of();
      }
    }
    Optional<String[]> arguments =
        process.isAlive() ? process.info().arguments() : Optional.empty();
    return arguments.map(List::of).orElseGet(List::of);
  }

  /**
   * Asks the processes to end, and kills those that have not after the limit.
   *
   * @param limit how long a clean end may take; zero kills at once
   * @throws SandboxException if one is still there 20 s after it was killed
   */
  static void end(String argument, Duration limit) {
    List<ProcessHandle> processes = withArgument(argument);
    if (!limit.isZero()) {
      processes.forEach(ProcessHandle::destroy);
      if (Pause.until(limit, () -> allGone(processes, argument))) {
        return;
      }
    }
    processes.stream()
        .filter(process -> hasArgument(process, argument))
        .forEach(ProcessHandle::destroyForcibly);
    if (!Pause.until(Duration.ofSeconds(20), () -> allGone(processes, argument))) {
      throw new SandboxException(
          SandboxFault.FOLDER,
          "A process with the argument "
              + argument
              + " did not end although it was killed: see ps for its state.");
    }
  }

  private static boolean allGone(List<ProcessHandle> processes, String argument) {
    return processes.stream().noneMatch(process -> hasArgument(process, argument));
  }
}
