package io.tallykeep.demo;

import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import io.tallykeep.sandbox.Server;
import io.tallykeep.sandbox.StandingSandbox;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A story's own MySQL and S3 server in a folder of their own, removed at the end. */
public final class DemoServers implements AutoCloseable {
  private final StandingSandbox standing;
  private final Sandbox sandbox;
  private final Path folder;
  private final boolean keep;

  private DemoServers(StandingSandbox standing, Sandbox sandbox, Path folder, boolean keep) {
    this.standing = standing;
    this.sandbox = sandbox;
    this.folder = folder;
    this.keep = keep;
  }

  /**
   * Starts them.
   *
   * @param story whose they are: the folder's name says it
   * @param keep whether they go on when the story has ended
   */
  public static DemoServers start(String story, Narrator narrator, boolean keep)
      throws IOException {
    Path folder = Files.createTempDirectory("tallykeep-" + story + "-");
    narrator.say("starting a MySQL and an S3 server in " + folder);
    StandingSandbox standing =
        StandingSandbox.in(folder.resolve("servers"), SandboxOptions.FOR_DEMO);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> removeUnlessKept(standing, folder, keep)));
    Sandbox sandbox = standing.start();
    narrator.say("servers answer: MySQL " + sandbox.mysql() + ", S3 " + sandbox.s3().endpoint());
    return new DemoServers(standing, sandbox, folder, keep);
  }

  public Sandbox sandbox() {
    return sandbox;
  }

  /** Where the story may keep files of its own. */
  public Path folder() {
    return folder;
  }

  Path configuration() {
    return folder.resolve("tallykeep.yml");
  }

  Server objectStore() {
    return standing
        .s3Server()
        .orElseThrow(() -> new IllegalStateException("the object store was given, not started"));
  }

  boolean ownsObjectStore() {
    return standing.s3Server().isPresent();
  }

  /**
   * How to go on with servers that are kept.
   *
   * @param event an event's id, and its day, to look up
   */
  void explain(PrintWriter out, String event, LocalDate day) {
    out.println();
    out.println("The servers go on running. Next, for example:");
    List.of(
            "export TALLYKEEP_CONFIG=" + configuration(),
            "./tallykeep jobs status",
            "./tallykeep jobs plan archive",
            "./tallykeep verifier lookup --consumer ledger-v1 --event " + event + " --day " + day)
        .forEach(line -> out.println("  " + line));
    out.println("To stop them and remove their data:");
    out.println(
        "  TALLYKEEP_SANDBOX_DIR="
            + folder.resolve("servers")
            + " ./tallykeep sandbox stop && rm -r "
            + folder);
  }

  @Override
  public void close() {
    removeUnlessKept(standing, folder, keep);
  }

  private static synchronized void removeUnlessKept(
      StandingSandbox standing, Path folder, boolean keep) {
    if (keep || !Files.isDirectory(folder)) {
      return;
    }
    standing.remove();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      System.err.println("tallykeep: could not remove " + folder + ": " + e.getMessage());
    }
  }
}
