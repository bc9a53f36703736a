package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finding and ending the sandbox's processes by an argument of their command line.
 *
 * <p>A process is recognised by an argument that names its own folder, never by a remembered
 * process id: ids are given out again, and a state file written before a reboot would point at
 * strangers. A zombie counts as gone, also where nobody reaps it.
 */
final class Processes {
  private static final Path PROC = Path.of("/proc");

  private Processes() {}

  /** All processes that carry exactly this argument; never the calling one. */
  static List<ProcessHandle> withArgument(String argument) {
    long self = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != self && arguments(process).contains(argument))
        .toList();
  }

  /**
   * Whether a process that carried this argument has ended, with its files and ports given back.
   */
  static boolean isGone(ProcessHandle process, String argument) {
    List<String> arguments = arguments(process);
    if (!arguments.isEmpty()) {
      // If the argument is not there, the process id is another process's by now.
      return !arguments.contains(argument);
    }
    // No command line: a zombie, but also, for a moment, a program that is just starting or one
    // that is just ending.
    return !isAlive(process);
  }

  /** Whether the process exists and is not a zombie. */
  static boolean isAlive(ProcessHandle process) {
    Path entry = PROC.resolve(Long.toString(process.pid()));
    if (!process.isAlive() || !Files.isDirectory(PROC.resolve("self"))) {
      return process.isAlive();
    }
    try (Stream<Path> threads = Files.list(entry.resolve("task"))) {
      String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      // The first thread may be a zombie while others still hold files and ports.
      return (state != 'Z' && state != 'X') || threads.count() > 1;
    } catch (IOException gone) {
      return false;
    }
  }

  /** The command line of a process; empty when it is gone or has none. */
  static List<String> arguments(ProcessHandle process) {
    Path commandLine = PROC.resolve(Long.toString(process.pid())).resolve("cmdline");
    if (Files.isDirectory(PROC.resolve("self"))) {
      try {
        String text = new String(Files.readAllBytes(commandLine), StandardCharsets.UTF_8);
        return text.isEmpty() ? List.of() : List.of(text.split("\0", -1));
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
        .filter(process -> !isGone(process, argument))
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
    return processes.stream().allMatch(process -> isGone(process, argument));
  }
}
