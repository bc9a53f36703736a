package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shell script stands in for mysqld, since the machine's own libraries can't be taken away. */
class NativeLibrariesIT {
  private static final OperatingSystem NOT_ROOT =
      new OperatingSystem(
          Map.of("ID", "debian", "VERSION_CODENAME", "trixie", "PRETTY_NAME", "Debian 13"), false);

  @TempDir private Path folder;
  private Path systemLibraries = Path.of("");
  private MysqlDistribution mysql = MysqlDistribution.at(Path.of(""));

  @BeforeEach
  void makeMysqldThatMissesLibaio() throws IOException {
    systemLibraries = Files.createDirectory(folder.resolve("system"));
    mysql = MysqlDistribution.at(Files.createDirectory(folder.resolve("mysql")));
    Files.createDirectories(mysql.privateLibraries());
    Files.createDirectories(mysql.mysqld().getParent());
    Files.writeString(
        mysql.mysqld(),
        """
        #!/bin/sh
        if test -e "%s/libaio.so.1"; then echo Ver 8; exit 0; fi
        echo "mysqld: error while loading shared libraries: libaio.so.1: cannot open shared object file: No such file" >&2
        exit 127
        """
            .formatted(mysql.privateLibraries()));
    assertThat(mysql.mysqld().toFile().setExecutable(true)).isTrue();
  }

  @Test
  void theNewerNameIsLinkedIntoMysqlsOwnFolder() throws IOException {
    Path newer = Files.createFile(systemLibraries.resolve("libaio.so.1t64"));
    libraries().provide(mysql);
    assertThat(mysql.privateLibraries().resolve("libaio.so.1")).isSymbolicLink();
    assertThat(Files.readSymbolicLink(mysql.privateLibraries().resolve("libaio.so.1")))
        .isEqualTo(newer);
  }

  @Test
  void aDanglingLinkOfAnEarlierSystemIsReplaced() throws IOException {
    Files.createSymbolicLink(
        mysql.privateLibraries().resolve("libaio.so.1"), folder.resolve("gone"));
    Files.createFile(systemLibraries.resolve("libaio.so.1t64"));
    libraries().provide(mysql);
    assertThat(mysql.privateLibraries().resolve("libaio.so.1")).exists();
  }

  @Test
  void withoutTheLibraryTheMessageHoldsTheCommandToRun() {
    assertThatThrownBy(() -> libraries().provide(mysql))
        .isInstanceOfSatisfying(
            SandboxException.class,
            e -> assertThat(e.fault()).isEqualTo(SandboxFault.LIBRARY_MISSING))
        .hasMessage(
            "MySQL needs libaio.so.1, which Debian 13 does not have. Run this, and try again:\n"
                + "  sudo apt-get update && sudo apt-get install -y --no-install-recommends libaio1t64");
  }

  @Test
  void aProgramThatFailsForAnotherReasonIsQuoted() throws IOException {
    Files.writeString(mysql.mysqld(), "#!/bin/sh\necho Illegal instruction; exit 132\n");
    assertThatThrownBy(() -> libraries().provide(mysql))
        .hasMessage("mysqld can't run on this system (Debian 13): Illegal instruction");
  }

  private NativeLibraries libraries() {
    return new NativeLibraries(NOT_ROOT, List.of(systemLibraries));
  }
}
