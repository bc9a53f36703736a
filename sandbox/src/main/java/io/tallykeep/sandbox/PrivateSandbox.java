package io.tallykeep.sandbox;

import java.nio.file.Path;

/**
 * A sandbox of one test's own, whose servers it may stop, kill and start again. Safe for use by
 * several threads.
 */
public final class PrivateSandbox extends Sandbox implements AutoCloseable {
  private final SandboxFolder folder;
  private final ServerPair servers;

  private PrivateSandbox(SandboxFolder folder, ServerPair servers) {
    super(servers.mysqlAddress(), servers.s3Address());
    this.folder = folder;
    this.servers = servers;
  }

  static PrivateSandbox start(Path folder, SandboxOptions options) {
    SandboxFolder home = new SandboxFolder(folder);
    if (!home.holdsNothingElse()) {
      throw new IllegalArgumentException(
          "A private sandbox removes its folder at the end, and "
              + home.root()
              + " holds something else: give it a new one.");
    }

    try (FolderLock lock = home.lock()) {
      Keeper.end(home);
      home.killAndRemove();
      // Always servers of its own: a test that kills them can't be given somebody else's.
      ServerPair servers = new ServerPair(home.root(), options, Overrides.NONE);
      new Owners(home.root()).add(ProcessHandle.current());
      Keeper.ensure(home);
      startOrRemove(home, servers);
      return new PrivateSandbox(home, servers);
    }
  }

  private static void startOrRemove(SandboxFolder home, ServerPair servers) {
    try {
      servers.start();
    } catch (SandboxException e) {
      Keeper.end(home);
      home.killAndRemove();
      throw e;
    }
  }

  /** Stops, kills and starts the MySQL server. */
  public Server mysqlServer() {
    return servers
        .ownMysql()
        .orElseThrow(
            () -> new IllegalStateException("This sandbox was started without a MySQL server."));
  }

  /** Stops, kills and starts the S3 server. */
  public Server s3Server() {
    return servers
        .ownS3()
        .orElseThrow(
            () -> new IllegalStateException("This sandbox was started without an S3 server."));
  }

  /** Kills the servers and removes their folder. */
  @Override
  public void close() {
    try (FolderLock lock = folder.lock()) {
      Keeper.end(folder);
      folder.killAndRemove();
    }
    Folders.remove(folder.root());
  }
}
