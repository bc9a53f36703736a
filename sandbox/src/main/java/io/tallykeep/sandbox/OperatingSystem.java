package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The Linux distribution, as far as installing a package needs it.
 *
 * @param release the entries of {@code /etc/os-release}
 * @param root whether this process may install packages
 */
record OperatingSystem(Map<String, String> release, boolean root) {
  // Everything of Debian and Ubuntu before the move to a 64-bit time_t, which renamed libaio1;
  // later ones are many and not known yet.
  private static final Set<String> BEFORE_TIME64 =
      Set.of(
          "stretch",
          "buster",
          "bullseye",
          "bookworm",
          "xenial",
          "bionic",
          "focal",
          "groovy",
          "hirsute",
          "impish",
          "jammy",
          "kinetic",
          "lunar",
          "mantic");

  OperatingSystem {
    release = Map.copyOf(release);
  }

  /** The one this JVM runs on. */
  static OperatingSystem current() {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of("/etc/os-release"));
    } catch (IOException notLinuxOrUnusual) {
      lines = List.of();
    }
    return new OperatingSystem(parse(lines), isRoot());
  }

  /** Whether this process has all rights; mysqld then wants to be told so. */
  static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  static Map<String, String> parse(List<String> lines) {
    Map<String, String> entries = new HashMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      if (equals > 0 && !line.startsWith("#")) {
        entries.put(
            line.substring(0, equals).strip(),
            line.substring(equals + 1).strip().replaceAll("^[\"']|[\"']$", ""));
      }
    }
    return entries;
  }

  String name() {
    return release.getOrDefault("PRETTY_NAME", System.getProperty("os.name"));
  }

  /** Whether the distribution is this one or built on it. */
  boolean isLike(String... distributions) {
    String ids =
        " " + release.getOrDefault("ID", "") + " " + release.getOrDefault("ID_LIKE", "") + " ";
    for (String distribution : distributions) {
      if (ids.contains(" " + distribution + " ")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a Debian-like system names its libraries after the move to a 64-bit time_t (Debian 13,
   * Ubuntu 24.04 and later).
   */
  boolean hasTime64Names() {
    // A derivative's own code name comes last: Mint and LMDE also name the one they are built on.
    for (String key : List.of("UBUNTU_CODENAME", "DEBIAN_CODENAME", "VERSION_CODENAME")) {
      if (release.containsKey(key)) {
        return !BEFORE_TIME64.contains(release.get(key));
      }
    }
    return true;
  }
}
