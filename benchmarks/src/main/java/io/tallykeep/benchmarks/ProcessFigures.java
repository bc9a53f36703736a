package io.tallykeep.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process uses now, as Linux' {@code /proc} tells it.
 *
 * @param cpuSeconds processor time since its start
 * @param residentMebibytes memory it occupies
 * @param threads its threads
 * @param files its open file descriptors
 */
record ProcessFigures(double cpuSeconds, long residentMebibytes, int threads, int files) {
  private static final double TICKS_PER_SECOND = 100;
  private static final int AFTER_NAME = 2;

  static ProcessFigures of(long pid) throws IOException {
    Path process = Path.of("/proc", String.valueOf(pid));
    String stat = Files.readString(process.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + AFTER_NAME).split(" ", -1);
    double ticks = Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
    String status = Files.readString(process.resolve("status"));
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      return new ProcessFigures(
          ticks / TICKS_PER_SECOND,
          number(status, "VmRSS") / 1024,
          (int) number(status, "Threads"),
          (int) files.count());
    }
  }

  private static long number(String status, String field) {
    return Long.parseLong(status.replaceFirst("(?s).*\n" + field + ":\\s*([0-9]+).*", "$1"));
  }
}
