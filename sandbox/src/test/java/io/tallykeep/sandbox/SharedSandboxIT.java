package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedSandboxIT {
  @TempDir private Path temp;

  @Test
  void everyCallerGetsTheSameRealServers() throws SQLException {
    Sandbox sandbox = Sandbox.shared();
    String schema = sandbox.newSchema("shared");
    try (Connection connection = Jdbc.connect(sandbox.mysql(), schema);
        ResultSet row =
            connection.createStatement().executeQuery("SELECT VERSION(), DATABASE(), @@log_bin")) {
      row.next();
      assertThat(row.getString(1)).isEqualTo("8.0.33");
      assertThat(row.getString(2)).isEqualTo(schema);
      assertThat(row.getBoolean(3)).as("binary logging").isTrue();
    }
    assertThat(sandbox.newBucket("shared")).matches("shared-[0-9a-f]{8}");
    assertThat(Sandbox.shared()).isSameAs(sandbox);
  }

  @Test
  void jvmsThatAskAtTheSameTimeShareOnePair() throws IOException {
    SandboxFolder folder = new SandboxFolder(temp.resolve("shared"));
    try {
      List<Process> jvms = List.of(startAsker(folder), startAsker(folder));
      List<String> answers = new ArrayList<>();
      for (Process jvm : jvms) {
        answers.add(jvm.inputReader(StandardCharsets.UTF_8).readLine());
      }
      assertThat(answers.get(0))
          .matches("root:\\*\\*\\*@127.0.0.1:\\d+ sandbox:\\*\\*\\*@http://127.0.0.1:\\d+ .*");
      assertThat(answers.get(1)).isEqualTo(answers.get(0));
      assertThat(Keeper.isRunning(folder)).isTrue();
    } finally {
      Keeper.end(folder);
      folder.killAndRemove();
    }
  }

  @Test
  void theFolderLiesUnderTheCheckoutsRootWhereverATestRuns() throws IOException {
    Path module = Files.createDirectories(temp.resolve("checkout/module"));
    assertThat(SharedSandbox.folder(module, Optional.empty()).toString())
        .startsWith(System.getProperty("java.io.tmpdir"));
    Files.createFile(temp.resolve("checkout/mvnw"));
    assertThat(SharedSandbox.folder(module, Optional.empty()))
        .isEqualTo(temp.resolve("checkout/target/sandbox"));
    assertThat(SharedSandbox.folder(module, Optional.of("2")))
        .isEqualTo(temp.resolve("checkout/target/sandbox-2"));
  }

  private static Process startAsker(SandboxFolder folder) throws IOException {
    return new ProcessBuilder(
            Spawn.java(),
            "-cp",
            System.getProperty("java.class.path"),
            Asker.class.getName(),
            folder.root().toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Runs in a JVM of its own, as the tests of one module do. */
  static final class Asker {
    public static void main(String[] args) {
      Sandbox sandbox = new SharedSandbox(Path.of(args[0])).get();
      System.out.println(sandbox.mysql() + " " + sandbox.s3());
    }
  }
}
