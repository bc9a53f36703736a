package io.tallykeep.sandbox;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A small process that ends a sandbox's servers and removes its folder soon after the last process
 * it was started for has ended, however it ended.
 *
 * <p>If the keeper itself is killed, the next start of a sandbox in the same folder finds the
 * servers and ends them.
 */
final class Keeper {
  private static final Duration LOCK_LIMIT = Duration.ofMinutes(10);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private Keeper() {}

  /**
   * Starts a keeper of this folder if none is running. The caller holds the folder's lock and is
   * noted among its owners.
   */
  static void ensure(SandboxFolder folder) {
    if (!Processes.withArgument(marker(folder)).isEmpty()) {
      return;
    }
    Spawn.detached(
        List.of(
            Spawn.java(),
            marker(folder),
            "-Xmx24m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            ownClasses().toString(),
            Keeper.class.getName(),
            folder.root().toString()),
        folder.root(),
        folder.root().resolve("keeper.log"));
  }

  /** Whether a keeper of this folder runs. */
  static boolean isRunning(SandboxFolder folder) {
    return !Processes.withArgument(marker(folder)).isEmpty();
  }

  /** Ends the folder's keeper. The caller holds the folder's lock. */
  static void end(SandboxFolder folder) {
    Processes.end(marker(folder), Duration.ZERO);
  }

  /**
   * Watches until all owners have gone, then ends the servers and removes their data.
   *
   * @param args the sandbox's folder
   */
  public static void main(String[] args) {
    SandboxFolder folder = new SandboxFolder(Path.of(args[0]));
    Owners owners = new Owners(folder.root());
    while (true) {
      while (owners.anyAlive()) {
        Pause.until(LOOK_EVERY, () -> false);
      }
      // Not released before this process ends: who takes it next finds no keeper.
      FolderLock lock = folder.lock(LOCK_LIMIT);
      if (!owners.anyAlive()) {
        folder.killAndRemove();
        return;
      }
      lock.close();
    }
  }

  private static String marker(SandboxFolder folder) {
    return "-Dtallykeep.sandbox.keeper=" + folder.root();
  }

  private static Path ownClasses() {
    try {
      Path classes =
          Path.of(Keeper.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.exists(classes)) {
        return classes;
      }
      throw new IllegalStateException(
          "The sandbox's classes are not in a folder or plain jar but in " + classes);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a code source is a URI", e);
    }
  }
}
