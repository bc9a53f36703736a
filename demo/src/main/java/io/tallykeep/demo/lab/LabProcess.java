package io.tallykeep.demo.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of the lab's own: a consumer or the provider. It reports in lines that begin with
 * {@link #MARK}, ends when its standard input does, and can be killed. For one thread.
 */
final class LabProcess implements AutoCloseable {
  /** Begins the lines in which a process reports. */
  static final String MARK = "@lab ";

  /** What the system reports of a process that SIGKILL ended: 128 and the signal's number. */
  private static final int KILLED = 137;

  private static final long LONGEST_SECONDS = 120;
  private static final String END = "(its output ended)";

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> said = new ArrayList<>();

  private LabProcess(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "lab-process-" + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  static LabProcess start(Class<?> main, Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new LabProcess(builder.start());
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (@Nullable String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
    lines.add(END);
  }

  /**
   * Waits for a report that begins with a word, and returns what follows it.
   *
   * @throws LabFailedException with all it printed, if it ends first or takes too long
   */
  String await(String word) {
    try {
      while (true) {
        String line = lines.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
        if (line == null || line.equals(END)) {
          throw new LabFailedException(
              "A process of the lab did not come to '" + word + "': " + String.join("\n", said));
        }
        said.add(line);
        if (line.startsWith(MARK + word)) {
          return line.substring(MARK.length() + word.length()).strip();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailedException("interrupted while waiting for '" + word + "'", e);
    }
  }

  /** Lets it go on from the point where it waits. */
  void goOn() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  long pid() {
    return process.pid();
  }

  /**
   * Sends SIGKILL and waits until the process is gone, its sockets with it.
   *
   * @return in words what ended it
   */
  String kill() {
    process.destroyForcibly();
    try {
      int exit = process.waitFor();
      if (exit != KILLED) {
        throw new LabFailedException(
            "process " + pid() + " ended by itself with " + exit + ": " + String.join("\n", said));
      }
      return "process " + pid() + " ended by SIGKILL";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabFailedException("interrupted while a process ended", e);
    }
  }

  /** Ends it, if it has not ended. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
