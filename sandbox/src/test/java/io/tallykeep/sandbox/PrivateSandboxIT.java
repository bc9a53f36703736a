package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateSandboxIT {
  @TempDir private Path temp;

  @Test
  void aKilledServerLosesWhatWasNotCommittedAndComesBackInTheSamePlace()
      throws SQLException, IOException {
    Path folder = temp.resolve("private");
    SandboxOptions options =
        SandboxOptions.FOR_TESTS.mysqlOnly().withMysqldOption("--lock-wait-timeout=7");
    try (PrivateSandbox sandbox = Sandbox.startPrivate(folder, options)) {
      assertThat(sandbox.mysql().port()).isNotEqualTo(Sandbox.shared().mysql().port());
      String schema = sandbox.newSchema("killed");
      Connection open = Jdbc.connect(sandbox.mysql(), schema);
      execute(open, "CREATE TABLE t (id INT PRIMARY KEY)");
      execute(open, "INSERT INTO t VALUES (1)");
      open.setAutoCommit(false);
      execute(open, "INSERT INTO t VALUES (2)");

      sandbox.mysqlServer().kill();
      assertThat(sandbox.mysqlServer().isRunning()).isFalse();
      assertThatThrownBy(() -> execute(open, "COMMIT"))
          .hasMessageContaining("Communications link failure");

      // The process id that the killed server left in its lock file may belong to another process
      // by now.
      Path lock = folder.resolve("mysql/data/mysql.sock.lock");
      Files.writeString(lock, Long.toString(ProcessHandle.current().pid()));
      sandbox.mysqlServer().restart();
      assertThat(query(sandbox, schema, "SELECT GROUP_CONCAT(id) FROM t")).isEqualTo("1");
      assertThat(query(sandbox, schema, "SELECT @@lock_wait_timeout")).isEqualTo("7");
      assertThatThrownBy(sandbox::s3).hasMessage("This sandbox was started without an S3 server.");
      assertThatThrownBy(sandbox::s3Server)
          .hasMessage("This sandbox was started without an S3 server.");
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void aServerThatEndsWhileStartingShowsItsLog() {
    SandboxOptions options =
        SandboxOptions.FOR_TESTS.mysqlOnly().withMysqldOption("--no-such-option=1");
    assertThatThrownBy(() -> Sandbox.startPrivate(temp.resolve("private"), options))
        .isInstanceOfSatisfying(
            SandboxException.class, e -> assertThat(e.fault()).isEqualTo(SandboxFault.START_FAILED))
        .hasMessageContaining("mysqld ended while starting on port")
        .hasMessageContaining("unknown variable 'no-such-option=1'");
  }

  @Test
  void aFolderThatHoldsSomethingElseIsLeftAlone() throws IOException {
    Files.writeString(temp.resolve("letter.txt"), "Dear");
    assertThatThrownBy(() -> Sandbox.startPrivate(temp, SandboxOptions.FOR_TESTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds something else: give it a new one");
    assertThat(temp.resolve("letter.txt")).exists();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(Sandbox sandbox, String schema, String sql) throws SQLException {
    try (Connection connection = Jdbc.connect(sandbox.mysql(), schema);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
