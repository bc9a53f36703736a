package io.tallykeep.sandbox;

import java.nio.file.Path;
import java.time.Duration;

/** The folder of one sandbox: {@code lock}, {@code owners}, {@code mysql} and {@code s3}. */
final class SandboxFolder {
  private static final Duration LOCK_LIMIT = Duration.ofMinutes(5);

  private final Path root;

  SandboxFolder(Path root) {
    this.root = Folders.create(root);
  }

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

  ServerPair servers(SandboxOptions options) {
    return new ServerPair(root, options, Overrides.ofThisProcess());
  }

  /**
   * Kills the servers that run in this folder, whoever started them, and removes their data, but
   * not the lock.
   */
  void killAndRemove() {
    new ServerPair(root, SandboxOptions.FOR_TESTS, new Overrides(name -> null)).kill();
    Folders.remove(root.resolve("mysql"));
    Folders.remove(root.resolve("s3"));
    Folders.remove(root.resolve("owners"));
  }
}
