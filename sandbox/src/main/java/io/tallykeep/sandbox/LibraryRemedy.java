package io.tallykeep.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What to do about a shared library that MySQL needs and the operating system does not find.
 * Decides, and does nothing itself.
 */
sealed interface LibraryRemedy {

  /** The library is there under its newer name: a link in MySQL's own library folder is enough. */
  record Link(Path existing) implements LibraryRemedy {}

  /** Commands this process may run, in order. */
  record Install(List<List<String>> commands) implements LibraryRemedy {}

  /** A command, or advice, for a person. */
  record Ask(String advice) implements LibraryRemedy {}

  /**
   * Chooses.
   *
   * @param library the file name that the loader missed, such as {@code libaio.so.1}
   * @param newerName where the library's newer name was found, if it was
   */
  static LibraryRemedy of(String library, OperatingSystem system, Optional<Path> newerName) {
    if (newerName.isPresent()) {
      return new Link(newerName.get());
    }
    boolean aio = library.startsWith("libaio.");
    if (!aio && !library.startsWith("libnuma.")) {
      return new Ask(
          "Install the package of your system that holds " + library + ", and try again.");
    }
    if (system.isLike("debian", "ubuntu")) {
      String aioPackage = system.hasTime64Names() ? "libaio1t64" : "libaio1";
      return apt(aio ? aioPackage : "libnuma1", system.root());
    }
    String sudo = system.root() ? "" : "sudo ";
    if (system.isLike("fedora", "rhel", "centos", "amzn")) {
      return run(sudo + "dnf install -y " + (aio ? "libaio" : "numactl-libs"));
    }
    if (system.isLike("suse", "opensuse")) {
      return run(sudo + "zypper install -y " + (aio ? "libaio1" : "libnuma1"));
    }
    if (system.isLike("arch")) {
      return run(sudo + "pacman -S --noconfirm " + (aio ? "libaio" : "numactl"));
    }
    return new Ask(
        "Install the package that holds "
            + library
            + "; where there is none (Alpine has no glibc), give the sandbox a MySQL of yours with "
            + Setting.MYSQL_URL.variable()
            + ".");
  }

  private static LibraryRemedy apt(String packageName, boolean root) {
    List<String> update = List.of("apt-get", "update");
    List<String> install =
        List.of("apt-get", "install", "-y", "--no-install-recommends", packageName);
    if (root) {
      // A fresh machine is often still busy with its own first updates.
      List<String> patient = new ArrayList<>(install);
      patient.addAll(1, List.of("-o", "DPkg::Lock::Timeout=120"));
      return new Install(List.of(update, List.copyOf(patient)));
    }
    List<String> commands = new ArrayList<>();
    for (List<String> command : List.of(update, install)) {
      commands.add("sudo " + String.join(" ", command));
    }
    return run(String.join(" && ", commands));
  }

  private static Ask run(String command) {
    return new Ask("Run this, and try again:\n  " + command);
  }
}
