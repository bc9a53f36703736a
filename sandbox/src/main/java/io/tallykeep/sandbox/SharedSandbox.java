package io.tallykeep.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The sandbox of a whole build: its folder lies in the {@code target} folder of the checkout's
 * root, so that every module's test JVM finds it.
 */
final class SharedSandbox {
  /** One per JVM, as the servers are one pair per build. */
  static final SharedSandbox OF_THIS_JVM =
      new SharedSandbox(folder(Path.of("").toAbsolutePath(), Setting.PAIR.value()));

  private final Path folder;
  private @Nullable Sandbox sandbox;

  SharedSandbox(Path folder) {
    this.folder = folder;
  }

  /**
   * {@code target/sandbox} of the nearest folder upwards that holds the Maven wrapper, else one of
   * this user's in the folder for temporary files.
   *
   * @param pair which of several; its name ends the folder's
   */
  static Path folder(Path start, Optional<String> pair) {
    String suffix = pair.map(name -> "-" + name).orElse("");
    for (Path at = start; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("mvnw"))) {
        return at.resolve("target").resolve("sandbox" + suffix);
      }
    }
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        "tallykeep-sandbox-" + System.getProperty("user.name") + suffix);
  }

  synchronized Sandbox get() {
    if (sandbox == null) {
      sandbox = start();
    }
    return sandbox;
  }

  private static Sandbox inContainers(String engine) {
    if (!engine.equals("docker")) {
      throw new SandboxException(
          SandboxFault.BAD_CONFIGURATION,
          "-D"
              + Setting.ENGINE.property()
              + "="
              + engine
              + " is not known: set it to docker, or leave it out for the sandbox's own servers.");
    }
    try {
      return ContainerServers.start();
    } catch (NoClassDefFoundError e) {
      throw new SandboxException(
          SandboxFault.BAD_CONFIGURATION,
          "Testcontainers is not on this class path: a module whose tests are to run with -D"
              + Setting.ENGINE.property()
              + "=docker needs org.testcontainers:testcontainers-mysql and :testcontainers-localstack in test scope.",
          e);
    }
  }

  private Sandbox start() {
    Optional<String> engine = Setting.ENGINE.value();
    if (engine.isPresent()) {
      return inContainers(engine.get());
    }
    SandboxFolder home = new SandboxFolder(folder);
    ServerPair servers;
    try (FolderLock lock = home.lock()) {
      if (!Keeper.isRunning(home)) {
        // Left by a keeper that was killed, or by a machine that went down.
        home.killAndRemove();
      }
      servers = new ServerPair(home.root(), SandboxOptions.FOR_TESTS, Overrides.ofThisProcess());
      new Owners(home.root()).add(Owners.ofThisJvm());
      Keeper.ensure(home);
      servers.start();
    }
    return new Sandbox(servers.mysqlAddress(), servers.s3Address());
  }
}
