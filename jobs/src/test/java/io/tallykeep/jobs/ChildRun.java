package io.tallykeep.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.jobs.cli.Tallykeep;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command of Tallykeep's in a process of its own, which can be killed. */
public final class ChildRun {
  /** What the system reports of a process that SIGKILL ended: 128 and the signal's number. */
  public static final int KILLED = 137;

  /** The product's own, which says what an operator sees. */
  private static final Path LOGGING = Path.of("src", "main", "resources", "logback.xml");

  private static final Duration LONGEST = Duration.ofSeconds(120);

  private final Process process;
  private final Path output;

  private ChildRun(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts a command with the inbox's configuration and does not wait for it. */
  public static ChildRun start(TestInbox inbox, String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config");
    arguments.add(inbox.configuration().toString());
    return startMain(Tallykeep.class, inbox.configuration().getParent(), arguments);
  }

  /**
   * Starts a class of the class path and does not wait for it.
   *
   * @param folder where its output is kept
   */
  public static ChildRun startMain(Class<?> main, Path folder, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Duser.timezone=Europe/Amsterdam",
                "-Dfile.encoding=UTF-8",
                "-Dlogback.configurationFile=" + LOGGING,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(arguments);
    try {
      Path output = Files.createTempFile(folder, "child-", ".log");
      File file = output.toFile();
      return new ChildRun(
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file).start(),
          output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends SIGKILL; returns when the process is gone, its sockets with it. */
  public void kill() {
    process.destroyForcibly();
    waitForEnd();
  }

  /** Sends SIGSTOP: no thread of it runs, and its sockets stay open. */
  public void suspend() {
    signal("STOP");
  }

  /** Sends SIGCONT, if it has not ended. */
  public void resume() {
    if (isAlive()) {
      signal("CONT");
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
      assertThat(kill.waitFor()).as("kill -" + name).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while sending " + name, e);
    }
  }

  /** Sends SIGTERM, as a scheduler does. */
  public void terminate() {
    process.destroy();
  }

  /** Waits for the process to end and returns its exit code. */
  public int waitForEnd() {
    try {
      assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
          .as(() -> "the child ends within " + LONGEST.toSeconds() + " s; it said: " + output())
          .isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a child", e);
    }
  }

  /** What it has written so far. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
