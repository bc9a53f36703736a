package io.tallykeep.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A sandbox in a folder that stays until it is stopped, over the end of this JVM and of the
 * terminal; started again it has its data back. A server that the configuration gives ({@code
 * TALLYKEEP_SANDBOX_MYSQL_URL}, {@code TALLYKEEP_SANDBOX_S3_ENDPOINT}) is used in place of an own
 * one and never stopped.
 *
 * <p>Safe for use by several threads and processes: start, stop and removal take the folder's lock.
 */
public final class StandingSandbox {
  private final SandboxFolder folder;
  private final ServerPair servers;

  private StandingSandbox(SandboxFolder folder, ServerPair servers) {
    this.folder = folder;
    this.servers = servers;
  }

  /**
   * The sandbox in this folder; creates and starts nothing yet.
   *
   * @throws SandboxException if the configuration gives a server in a form that can't be read
   */
  public static StandingSandbox in(Path folder, SandboxOptions options) {
    return in(folder, options, Overrides.ofThisProcess());
  }

  static StandingSandbox in(Path folder, SandboxOptions options, Overrides overrides) {
    SandboxFolder home = new SandboxFolder(folder);
    return new StandingSandbox(home, new ServerPair(home.root(), options, overrides));
  }

  /** {@code $TALLYKEEP_SANDBOX_DIR}, else {@code .sandbox} in the current folder. */
  public static Path defaultFolder() {
    return Path.of(Setting.DIRECTORY.value().orElse(".sandbox")).toAbsolutePath().normalize();
  }

  /**
   * Starts the servers that do not answer yet, whatever became of earlier ones, and returns when
   * all do.
   *
   * @throws SandboxException if one can't be started, or a given one does not answer
   */
  public Sandbox start() {
    try (FolderLock lock = folder.lock()) {
      servers.start();
    }
    requireAnswer("MySQL", servers.mysqlStatus(), servers.mysqlAddress());
    requireAnswer("S3 server", servers.s3Status(), servers.s3Address());
    return sandbox();
  }

  private static void requireAnswer(String what, ServerStatus status, Optional<?> address) {
    if (address.isPresent() && status != ServerStatus.ANSWERING) {
      throw new SandboxException(
          SandboxFault.UNREACHABLE,
          "The given "
              + what
              + " "
              + address.get()
              + " does not answer, or not to this account: check address, account and that it runs.");
    }
  }

  /** Stops the sandbox's own servers; their data stays. */
  public void stop() {
    if (!Files.isDirectory(folder.root())) {
      return;
    }
    try (FolderLock lock = folder.lock()) {
      servers.stop();
    }
  }

  /** Kills the sandbox's own servers and removes their data. */
  public void remove() {
    try (FolderLock lock = folder.lock()) {
      folder.killAndRemove();
    }
  }

  /** The addresses, as they are or were when last started; a server that never was has none. */
  public Sandbox sandbox() {
    return new Sandbox(servers.mysqlAddress(), servers.s3Address());
  }

  /** Where the sandbox keeps its data, without links. */
  public Path folder() {
    return folder.root();
  }

  /** How MySQL is at this moment. */
  public ServerStatus mysqlStatus() {
    return servers.mysqlStatus();
  }

  /** How the S3 server is at this moment. */
  public ServerStatus s3Status() {
    return servers.s3Status();
  }

  /** The sandbox's own MySQL, to stop, kill and start alone; empty if one was given. */
  public Optional<Server> mysqlServer() {
    return servers.ownMysql().map(Server.class::cast);
  }

  /** The sandbox's own S3 server, to stop, kill and start alone; empty if one was given. */
  public Optional<Server> s3Server() {
    return servers.ownS3().map(Server.class::cast);
  }
}
