package io.tallykeep.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.PrivateSandbox;
import io.tallykeep.sandbox.Sandbox;
import io.tallykeep.sandbox.SandboxOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** A source with an object store, and a MySQL replica that really replicates from it. */
public final class ReplicatingServers implements AutoCloseable {
  private static final Duration CATCH_UP = Duration.ofSeconds(60);

  private final PrivateSandbox source;
  private final PrivateSandbox replica;

  private ReplicatingServers(PrivateSandbox source, PrivateSandbox replica) {
    this.source = source;
    this.replica = replica;
  }

  /** By which a replica finds its place in the source's log. */
  public enum Positions {
    GTID("ON", "SOURCE_AUTO_POSITION = 1"),
    FILE("OFF", "SOURCE_AUTO_POSITION = 0, SOURCE_LOG_FILE = 'binlog.000001', SOURCE_LOG_POS = 4");

    private final String gtidMode;
    private final String change;

    Positions(String gtidMode, String change) {
      this.gtidMode = gtidMode;
      this.change = change;
    }
  }

  /** Starts both; the replica applies with several threads. */
  public static ReplicatingServers start(Path folder, Positions positions) throws SQLException {
    PrivateSandbox source =
        Sandbox.startPrivate(
            folder.resolve("source"), options(SandboxOptions.FOR_TESTS, positions, 1));
    boolean started = false;
    try {
      PrivateSandbox replica =
          Sandbox.startPrivate(
              folder.resolve("replica"),
              options(SandboxOptions.FOR_TESTS.mysqlOnly(), positions, 2));
      ReplicatingServers servers = new ReplicatingServers(source, replica);
      servers.begin(positions);
      started = true;
      return servers;
    } finally {
      if (!started) {
        source.close();
      }
    }
  }

  private static SandboxOptions options(SandboxOptions base, Positions positions, int serverId) {
    return base.withMysqldOption("--server-id=" + serverId)
        .withMysqldOption("--gtid-mode=" + positions.gtidMode)
        .withMysqldOption("--enforce-gtid-consistency=ON")
        .withMysqldOption("--log-bin=binlog")
        .withMysqldOption("--log-bin-trust-function-creators=1")
        .withMysqldOption("--skip-replica-start=OFF")
        .withMysqldOption("--replica-parallel-workers=4");
  }

  /** Both forget what making them wrote, so that neither's account comes to the other. */
  private void begin(Positions positions) throws SQLException {
    onSource("RESET MASTER");
    onReplica("RESET MASTER");
    replicate(positions);
  }

  /** Makes the replica a server of its own, as a failover does. */
  public void promoteReplica() throws SQLException {
    onReplica("STOP REPLICA", "RESET REPLICA ALL");
  }

  /** Lets the replica replicate from the source. */
  public void replicate(Positions positions) throws SQLException {
    MysqlAddress from = source.mysql();
    onReplica(
        "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '"
            + from.host()
            + "', SOURCE_PORT = "
            + from.port()
            + ", SOURCE_USER = '"
            + from.user()
            + "', SOURCE_PASSWORD = '"
            + from.password()
            + "', SOURCE_SSL = 0, GET_SOURCE_PUBLIC_KEY = 1, SOURCE_CONNECT_RETRY = 1, "
            + positions.change,
        "START REPLICA");
  }

  public PrivateSandbox source() {
    return source;
  }

  public PrivateSandbox replica() {
    return replica;
  }

  /** The product's connections to the replica. */
  public DataSource replicaSource(String schema) {
    return new MysqlSource(
            replica.mysql().jdbcUrl(schema), replica.mysql().user(), replica.mysql().password())
        .dataSource();
  }

  /** The product's connections to the source, as another account. */
  public DataSource sourceAs(String user, String password) {
    return new MysqlSource(source.mysql().jdbcUrl(""), user, password).dataSource();
  }

  public void onSource(String... statements) throws SQLException {
    run(source.mysql(), statements);
  }

  public void onReplica(String... statements) throws SQLException {
    run(replica.mysql(), statements);
  }

  /** The first column of a query on the replica, as text. */
  public List<String> queryReplica(String sql) throws SQLException {
    try (Connection connection = replicaSource("").getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (row.next()) {
        values.add(String.valueOf(row.getString(1)));
      }
      return values;
    }
  }

  /** Waits until the replica answers a query with exactly these values. */
  public void awaitReplica(String sql, String... values) {
    await("the replica answers " + sql)
        .atMost(CATCH_UP)
        .ignoreExceptionsInstanceOf(SQLException.class)
        .untilAsserted(() -> assertThat(queryReplica(sql)).containsExactly(values));
  }

  /** The configuration's lines for this replica, to stand at the end of a file. */
  public String settings(String name, Duration longestWait, Duration longestRead) {
    return """
          replicas:
            longest-wait: %ss
            longest-read: %ss
            servers:
              - {name: %s, url: "%s", username: "%s", password: "%s"}
        """
        .formatted(
            longestWait.toSeconds(),
            longestRead.toSeconds(),
            name,
            replica.mysql().jdbcUrl(""),
            replica.mysql().user(),
            replica.mysql().password());
  }

  private static void run(MysqlAddress at, String... statements) throws SQLException {
    DataSource server = new MysqlSource(at.jdbcUrl(""), at.user(), at.password()).dataSource();
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() {
    try (source) {
      replica.close();
    }
  }
}
