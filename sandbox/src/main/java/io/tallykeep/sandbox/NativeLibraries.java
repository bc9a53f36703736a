package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes sure that the operating system has the shared libraries mysqld is linked to: {@code
 * libaio.so.1} and {@code libnuma.so.1}, which many small installations lack.
 *
 * <p>mysqld itself is asked, by having it print its version. What can be mended is: by a link where
 * the library only has a newer name (Debian 13 and Ubuntu 24.04 renamed libaio), by installing the
 * package where this process is root on a Debian-like system.
 */
final class NativeLibraries {
  private static final Pattern MISSING =
      Pattern.compile("error while loading shared libraries: ([^:\\s]+): cannot open");
  private static final Map<String, String> NEWER_NAMES = Map.of("libaio.so.1", "libaio.so.1t64");
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(30);
  private static final Duration INSTALL_LIMIT = Duration.ofMinutes(5);
  // A library may be missing, then be found to have been installed under its newer name; two
  // libraries may be missing.
  private static final int ROUNDS = 5;

  private final OperatingSystem system;
  private final List<Path> searched;

  NativeLibraries(OperatingSystem system, List<Path> searched) {
    this.system = system;
    this.searched = List.copyOf(searched);
  }

  static NativeLibraries ofThisSystem() {
    String arch =
        System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
    String multiarch = arch + "-linux-gnu";
    return new NativeLibraries(
        OperatingSystem.current(),
        Stream.of("/usr/lib/" + multiarch, "/lib/" + multiarch, "/usr/lib64", "/lib64", "/usr/lib")
            .map(Path::of)
            .toList());
  }

  /**
   * Returns when mysqld can be run.
   *
   * @throws SandboxException if a library is missing that this process can't provide; the message
   *     holds the command to run
   */
  void provide(MysqlDistribution mysql) {
    if (probe(mysql).exitCode() == 0) {
      return;
    }
    try (FolderLock lock =
        FolderLock.take(mysql.privateLibraries(), "libraries.lock", INSTALL_LIMIT)) {
      for (int i = 0; i < ROUNDS; i++) {
        Output probe = probe(mysql);
        if (probe.exitCode() == 0) {
          return;
        }
        mend(
            missingLibrary(probe.text()).orElseThrow(() -> cannotRun(probe)),
            mysql.privateLibraries());
      }
      throw cannotRun(probe(mysql));
    }
  }

  private static Output probe(MysqlDistribution mysql) {
    return run(List.of(mysql.mysqld().toString(), "--no-defaults", "--version"), PROBE_LIMIT);
  }

  private SandboxException cannotRun(Output probe) {
    return new SandboxException(
        SandboxFault.LIBRARY_MISSING,
        "mysqld can't run on this system (" + system.name() + "): " + probe.text().strip());
  }

  static Optional<String> missingLibrary(String loaderMessage) {
    Matcher matcher = MISSING.matcher(loaderMessage);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Where the library lies under the name that newer systems give it. */
  Optional<Path> underNewerName(String library) {
    return Optional.ofNullable(NEWER_NAMES.get(library))
        .flatMap(
            name ->
                searched.stream()
                    .map(folder -> folder.resolve(name))
                    .filter(Files::exists)
                    .findFirst());
  }

  /** Does what {@link LibraryRemedy} chose. */
  void mend(String library, Path privateLibraries) {
    LibraryRemedy remedy = LibraryRemedy.of(library, system, underNewerName(library));
    if (remedy instanceof LibraryRemedy.Link link) {
      link(link.existing(), privateLibraries.resolve(library));
    } else if (remedy instanceof LibraryRemedy.Install install) {
      install(library, install.commands());
    } else if (remedy instanceof LibraryRemedy.Ask ask) {
      throw missing(library, ask.advice());
    }
  }

  private static void link(Path existing, Path link) {
    try {
      // A link to a library that has gone since is in the way.
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, existing);
    } catch (IOException e) {
      throw Folders.failure("link to " + existing + " from", link, e);
    }
  }

  private void install(String library, List<List<String>> commands) {
    Output output = new Output(-1, "");
    for (List<String> command : commands) {
      Notice.say("MySQL needs " + library + "; running " + String.join(" ", command));
      output = run(command, INSTALL_LIMIT);
    }
    // Only the last one counts: apt-get update also fails for a source that has nothing to do with
    // this.
    if (output.exitCode() != 0) {
      throw missing(library, "Installing it failed:\n" + output.text().strip());
    }
  }

  private SandboxException missing(String library, String advice) {
    return new SandboxException(
        SandboxFault.LIBRARY_MISSING,
        "MySQL needs " + library + ", which " + system.name() + " does not have. " + advice);
  }

  private record Output(int exitCode, String text) {}

  private static Output run(List<String> command, Duration limit) {
    Path out = null;
    try {
      out = Files.createTempFile("tallykeep-sandbox", ".out");
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
      builder.environment().put("LC_ALL", "C");
      Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
      process.destroyForcibly();
      String text = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
      return ended
          ? new Output(process.exitValue(), text)
          : new Output(-1, text + "\n(no end after " + limit.toSeconds() + " s)");
    } catch (IOException e) {
      return new Output(-1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Output(-1, "interrupted");
    } finally {
      if (out != null) {
        Folders.remove(out);
      }
    }
  }
}
