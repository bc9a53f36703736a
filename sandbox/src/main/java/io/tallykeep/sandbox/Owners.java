package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processes a sandbox was started for, one file each in the sandbox's folder, named after the
 * process id and the time of its start.
 *
 * <p>A process counts as the same if it started within some seconds of the noted time: the
 * operating system's answer moves a little when the clock is set.
 */
final class Owners {
  private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher";
  private static final Duration START_TOLERANCE = Duration.ofSeconds(5);

  private final Path folder;

  Owners(Path sandboxFolder) {
    this.folder = sandboxFolder.resolve("owners");
  }

  /**
   * The Maven process this JVM runs under, else the topmost Java process above it, else this JVM.
   */
  static ProcessHandle ofThisJvm() {
    List<ProcessHandle> javas = new ArrayList<>();
    for (Optional<ProcessHandle> at = Optional.of(ProcessHandle.current());
        at.isPresent();
        at = at.get().parent()) {
      String command = at.get().info().command().orElse("");
      if (command.endsWith("/java")) {
        javas.add(0, at.get());
      }
    }
    return javas.stream()
        .filter(java -> Processes.arguments(java).contains(MAVEN))
        .findFirst()
        .or(() -> javas.stream().findFirst())
        .orElseGet(ProcessHandle::current);
  }

  void add(ProcessHandle owner) {
    Folders.create(folder);
    Folders.writePrivately(folder.resolve(owner.pid() + "-" + start(owner).toEpochMilli()), "");
  }

  /** Whether one of the noted processes still lives; false also if the folder is gone. */
  boolean anyAlive() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.anyMatch(file -> isAlive(file.getFileName().toString()));
    } catch (IOException gone) {
      return false;
    }
  }

  private static boolean isAlive(String name) {
    String[] parts = name.split("-", 2);
    if (parts.length != 2 || !parts[0].matches("\\d+") || !parts[1].matches("\\d+")) {
      return false;
    }
    Instant noted = Instant.ofEpochMilli(Long.parseLong(parts[1]));
    return ProcessHandle.of(Long.parseLong(parts[0]))
        .filter(Processes::isAlive)
        .filter(
            process -> Duration.between(noted, start(process)).abs().compareTo(START_TOLERANCE) < 0)
        .isPresent();
  }

  private static Instant start(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH);
  }
}
