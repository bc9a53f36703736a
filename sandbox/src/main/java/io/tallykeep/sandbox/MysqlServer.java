package io.tallykeep.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A mysqld in a folder of its own: {@code data}, {@code tmp}, its log, its port and password. */
final class MysqlServer extends LocalServer {
  private static final String USER = "root";

  private final SandboxOptions options;

  MysqlServer(Path folder, SandboxOptions options) {
    super("mysqld", folder);
    this.options = options;
  }

  static MysqlAddress address(ServerState state) {
    return new MysqlAddress("127.0.0.1", state.port(), USER, state.secret());
  }

  @Override
  String marker() {
    return "--datadir=" + data();
  }

  @Override
  Duration stopLimit() {
    return Duration.ofMinutes(1);
  }

  @Override
  void prepare(ServerState state) {
    NativeLibraries.ofThisSystem().provide(distribution());
    Folders.create(folder().resolve("tmp"));
    if (!Files.exists(initialized())) {
      Folders.remove(data());
      initialize();
      // Run by the first start before it takes connections; bootstrap mode itself allows no account
      // statements.
      Folders.writePrivately(
          accounts(), "ALTER USER 'root'@'localhost' IDENTIFIED BY '" + state.secret() + "';\n");
      Folders.writePrivately(initialized(), "");
    }
    // mysqld refuses to start while the process id in a stale lock file is anyone's.
    Folders.remove(data().resolve("mysql.sock"));
    Folders.remove(data().resolve("mysql.sock.lock"));
  }

  private void initialize() {
    List<String> command = base();
    command.add("--initialize-insecure");
    Process process = Spawn.detached(command, folder(), log());
    if (!Pause.until(Duration.ofMinutes(2), () -> !process.isAlive()) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new SandboxException(
          SandboxFault.START_FAILED,
          "mysqld could not create its data folder "
              + data()
              + ". Its log "
              + log()
              + " ends:\n"
              + Folders.tail(log()));
    }
  }

  @Override
  List<String> command(ServerState state) {
    List<String> command = base();
    command.add("--port=" + state.port());
    command.add("--bind-address=127.0.0.1");
    command.add("--mysqlx=OFF");
    // Both relative to the data folder: a Unix socket's path may not exceed some 100 characters.
    command.add("--socket=mysql.sock");
    command.add("--pid-file=mysqld.pid");
    command.add("--innodb-buffer-pool-size=" + options.bufferPoolMegabytes() + "M");
    if (Files.exists(accounts())) {
      command.add("--init-file=" + accounts());
    }
    command.addAll(options.mysqldOptions());
    return command;
  }

  private List<String> base() {
    MysqlDistribution distribution = distribution();
    List<String> command = new ArrayList<>();
    command.add(distribution.mysqld().toString());
    command.add("--no-defaults");
    command.add(marker());
    command.add("--basedir=" + distribution.home());
    command.add("--tmpdir=" + folder().resolve("tmp"));
    if (OperatingSystem.isRoot()) {
      command.add("--user=root");
    }
    return command;
  }

  /** The client program that came with the server. */
  static Path client() {
    return distribution().home().resolve("bin/mysql");
  }

  private static MysqlDistribution distribution() {
    Artifacts artifacts = Artifacts.ofThisBuild();
    return MysqlDistribution.unpacked(
        CacheFolder.ofThisUser(), artifacts.mysqlName(), () -> toUnpack(artifacts.mysqlArchive()));
  }

  private static Path toUnpack(Path archive) {
    Notice.say("unpacking " + archive.getFileName() + " to " + CacheFolder.ofThisUser() + ", once");
    return archive;
  }

  @Override
  boolean answers(ServerState state) {
    if (!Ports.isAnswering(state.port())) {
      return false;
    }
    try (Connection connection = Jdbc.connect(address(state), "");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@datadir")) {
      return row.next() && Path.of(row.getString(1)).equals(data());
    } catch (SQLException notYetOrNotOurs) {
      return false;
    }
  }

  @Override
  void started() {
    try {
      Files.deleteIfExists(accounts());
    } catch (IOException e) {
      throw Folders.failure("delete", accounts(), e);
    }
  }

  private Path data() {
    return folder().resolve("data");
  }

  private Path initialized() {
    return folder().resolve("initialized");
  }

  private Path accounts() {
    return folder().resolve("accounts.sql");
  }
}
