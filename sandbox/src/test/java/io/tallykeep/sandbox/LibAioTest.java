package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibAioTest {
  private static final Optional<Path> NOWHERE = Optional.empty();

  @Test
  void theLoadersMessageNamesTheMissingLibrary() {
    String message =
        "/cache/bin/mysqld: error while loading shared libraries: libaio.so.1: cannot open shared object file: No such file or directory\n";
    assertThat(NativeLibraries.missingLibrary(message)).contains("libaio.so.1");
    assertThat(NativeLibraries.missingLibrary("mysqld: Illegal instruction")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ID=debian;VERSION_CODENAME=bullseye, libaio1",
    "ID=debian;VERSION_CODENAME=bookworm, libaio1",
    "ID=debian;VERSION_CODENAME=trixie, libaio1t64",
    "ID=debian, libaio1t64",
    "ID=ubuntu;ID_LIKE=debian;VERSION_CODENAME=jammy, libaio1",
    "ID=ubuntu;ID_LIKE=debian;VERSION_CODENAME=noble, libaio1t64",
    "'ID=linuxmint;ID_LIKE=\"ubuntu debian\";VERSION_CODENAME=virginia;UBUNTU_CODENAME=jammy', libaio1",
    "'ID=linuxmint;ID_LIKE=\"ubuntu debian\";VERSION_CODENAME=xia;UBUNTU_CODENAME=noble', libaio1t64",
    "ID=linuxmint;ID_LIKE=debian;VERSION_CODENAME=faye;DEBIAN_CODENAME=bookworm, libaio1",
  })
  void rootOnDebianInstallsThePackageOfItsRelease(String release, String packageName) {
    LibraryRemedy remedy = LibraryRemedy.of("libaio.so.1", system(release, true), NOWHERE);
    assertThat(remedy)
        .isEqualTo(
            new LibraryRemedy.Install(
                List.of(
                    List.of("apt-get", "update"),
                    List.of(
                        "apt-get",
                        "-o",
                        "DPkg::Lock::Timeout=120",
                        "install",
                        "-y",
                        "--no-install-recommends",
                        packageName))));
  }

  @ParameterizedTest
  @CsvSource({
    "ID=debian;VERSION_CODENAME=bookworm, libaio.so.1, sudo apt-get update && sudo apt-get install -y --no-install-recommends libaio1",
    "ID=debian;VERSION_CODENAME=trixie, libnuma.so.1, sudo apt-get update && sudo apt-get install -y --no-install-recommends libnuma1",
    "ID=fedora, libaio.so.1, sudo dnf install -y libaio",
    "'ID=\"almalinux\";ID_LIKE=\"rhel centos fedora\"', libnuma.so.1, sudo dnf install -y numactl-libs",
    "'ID=\"opensuse-leap\";ID_LIKE=\"suse opensuse\"', libaio.so.1, sudo zypper install -y libaio1",
    "ID=arch, libaio.so.1, sudo pacman -S --noconfirm libaio",
  })
  void othersAreToldTheExactCommand(String release, String library, String command) {
    LibraryRemedy remedy = LibraryRemedy.of(library, system(release, false), NOWHERE);
    assertThat(remedy).isEqualTo(new LibraryRemedy.Ask("Run this, and try again:\n  " + command));
  }

  @Test
  void whereNoPackageIsKnownAnOwnServerIsTheWayOut() {
    LibraryRemedy remedy = LibraryRemedy.of("libaio.so.1", system("ID=alpine", true), NOWHERE);
    assertThat(remedy)
        .isInstanceOfSatisfying(
            LibraryRemedy.Ask.class,
            ask -> assertThat(ask.advice()).contains("TALLYKEEP_SANDBOX_MYSQL_URL"));
  }

  @Test
  void aLibraryThatIsThereUnderItsNewerNameIsLinkedWhateverTheRights() {
    Path newer = Path.of("/usr/lib/x86_64-linux-gnu/libaio.so.1t64");
    for (boolean root : List.of(true, false)) {
      LibraryRemedy remedy =
          LibraryRemedy.of(
              "libaio.so.1", system("ID=debian;VERSION_CODENAME=trixie", root), Optional.of(newer));
      assertThat(remedy).isEqualTo(new LibraryRemedy.Link(newer));
    }
  }

  @Test
  void anUnknownLibraryIsNamed() {
    LibraryRemedy remedy = LibraryRemedy.of("libfoo.so.9", system("ID=debian", true), NOWHERE);
    assertThat(remedy)
        .isInstanceOfSatisfying(
            LibraryRemedy.Ask.class, ask -> assertThat(ask.advice()).contains("libfoo.so.9"));
  }

  private static OperatingSystem system(String release, boolean root) {
    return new OperatingSystem(OperatingSystem.parse(List.of(release.split(";"))), root);
  }
}
