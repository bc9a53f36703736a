package io.tallykeep.demo.lab;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The servers the cases are played on, and what belongs to one run: its schemas, its folder, its
 * Redis. For one thread.
 */
final class LabStage implements AutoCloseable {
  private final Sandbox sandbox;
  private final Path folder;
  private final Optional<Path> redisProgram;
  private final DataSource server;
  private final Map<String, String> schemas = new LinkedHashMap<>();
  private final List<LabProcess> processes = new ArrayList<>();
  private @Nullable RedisServer redis;
  private @Nullable GatedInbox gatedInbox;

  /**
   * @param folder an empty folder of the caller's, who removes it
   * @param redisProgram where a redis-server is, if there is one
   */
  LabStage(Sandbox sandbox, Path folder, Optional<Path> redisProgram) {
    this.sandbox = sandbox;
    this.folder = folder;
    this.redisProgram = redisProgram;
    MysqlAddress mysql = sandbox.mysql();
    this.server = new MysqlSource(mysql.jdbcUrl(""), mysql.user(), mysql.password()).dataSource();
  }

  Sandbox sandbox() {
    return sandbox;
  }

  /** Opens a new connection at each call. */
  DataSource server() {
    return server;
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  /** A new, empty schema of a case. */
  CreditTables newSchema(String caseName) {
    String schema = sandbox.newSchema("lab" + caseName.replace("-", ""));
    schemas.put(caseName, schema);
    return new CreditTables(server, schema);
  }

  /** The schema of each case that has been played. */
  Map<String, String> schemas() {
    return Map.copyOf(schemas);
  }

  /** The run's Redis, started when it is first asked for; empty where there is no redis-server. */
  Optional<RedisServer> redis() throws IOException {
    if (redis == null) {
      if (redisProgram.isEmpty()) {
        return Optional.empty();
      }
      redis = RedisServer.start(redisProgram.get(), folder);
    }
    return Optional.of(redis);
  }

  /** The guarded inbox that the cases share, made when it is first asked for. */
  GatedInbox gatedInbox() throws IOException, SQLException {
    if (gatedInbox == null) {
      gatedInbox = GatedInbox.create(this, LocalDate.now(Clock.systemUTC()));
    }
    return gatedInbox;
  }

  /** Starts a process with the server's address in its environment; it ends with the stage. */
  LabProcess start(Class<?> main, Map<String, String> environment, String... arguments)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>(ServerAddress.of(sandbox.mysql()).toMap());
    all.putAll(environment);
    LabProcess process = LabProcess.start(main, all, List.of(arguments));
    processes.add(process);
    return process;
  }

  /** Removes the schemas, for servers that go on. */
  void dropSchemas() throws SQLException {
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      for (String schema : schemas.values()) {
        statement.execute("DROP DATABASE IF EXISTS `" + schema + "`");
      }
    }
  }

  @Override
  public void close() {
    processes.forEach(LabProcess::close);
    if (redis != null) {
      redis.close();
    }
    if (gatedInbox != null) {
      gatedInbox.close();
    }
  }
}
