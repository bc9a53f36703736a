package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

/** The folder of one sandbox: {@code lock}, {@code owners}, {@code mysql} and {@code s3}. */
final class SandboxFolder {
  private static final Duration LOCK_LIMIT = Duration.ofMinutes(5);

  private static final Set<String> OWN_NAMES =
      Set.of("lock", "owners", "mysql", "s3", "keeper.log");

  private final Path root;

  SandboxFolder(Path root) {
    this.root = Folders.real(root);
  }

  /** The folder's path without links; it may not exist yet. */
  Path root() {
    return root;
  }

  /** Takes the lock under which a sandbox is started, stopped and removed. */
  FolderLock lock() {
    return lock(LOCK_LIMIT);
  }

  FolderLock lock(Duration limit) {
    return FolderLock.take(root, "lock", limit);
  }

  /** Whether the folder is missing, empty or a sandbox's: only then may it be removed one day. */
  boolean holdsNothingElse() {
    try (Stream<Path> entries = Files.list(root)) {
      return entries.allMatch(entry -> OWN_NAMES.contains(entry.getFileName().toString()));
    } catch (NoSuchFileException missing) {
      return true;
    } catch (IOException e) {
      throw Folders.failure("list", root, e);
    }
  }

  /**
   * Kills the servers that run in this folder, whoever started them, and removes their data, but
   * not the lock.
   */
  void killAndRemove() {
    new ServerPair(root, SandboxOptions.FOR_TESTS, Overrides.NONE).kill();
    Folders.remove(root.resolve("mysql"));
    Folders.remove(root.resolve("s3"));
    Folders.remove(root.resolve("owners"));
  }
}
