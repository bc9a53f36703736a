package io.tallykeep.jobs.retention.replay;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The processor time that this process and the servers it started have used so far. */
final class ProcessorTime {
  private final Map<String, Duration> byProgram;

  private ProcessorTime(Map<String, Duration> byProgram) {
    this.byProgram = byProgram;
  }

  static ProcessorTime now() {
    Map<String, Duration> times = new TreeMap<>();
    add(times, "this process", ProcessHandle.current());
    ProcessHandle.current()
        .descendants()
        .forEach(process -> add(times, program(process) + " " + process.pid(), process));
    return new ProcessorTime(times);
  }

  private static void add(Map<String, Duration> times, String name, ProcessHandle process) {
    times.put(name, process.info().totalCpuDuration().orElse(Duration.ZERO));
  }

  private static String program(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> String.valueOf(Path.of(command).getFileName()))
        .orElse("?");
  }

  /** Milliseconds since then for each of {@code answers}, by program. */
  Map<String, String> perAnswerSince(ProcessorTime start, long answers) {
    Map<String, String> shown = new TreeMap<>();
    byProgram.forEach(
        (program, time) -> {
          Duration used = time.minus(start.byProgram.getOrDefault(program, Duration.ZERO));
          shown.put(program, String.format(Locale.ROOT, "%.2f ms", used.toNanos() / 1e6 / answers));
        });
    return shown;
  }
}
