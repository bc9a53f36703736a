package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyIT {
  private final Sandbox sandbox = Sandbox.shared();
  private final FaultProxy mysqlProxy =
      FaultProxy.inFrontOf(sandbox.mysql().host(), sandbox.mysql().port());
  private final FaultProxy s3Proxy =
      FaultProxy.inFrontOf("127.0.0.1", sandbox.s3().endpoint().getPort());
  private final S3Requests s3 = new S3Requests(Clock.systemUTC());
  private String schema = "";

  @BeforeEach
  void createTable() throws SQLException {
    schema = sandbox.newSchema("faultproxy");
    try (Connection direct = Jdbc.connect(sandbox.mysql(), schema)) {
      execute(direct, "CREATE TABLE t (id INT PRIMARY KEY, n INT NOT NULL)");
      execute(direct, "INSERT INTO t VALUES (1, 0)");
    }
  }

  @AfterEach
  void close() {
    mysqlProxy.close();
    s3Proxy.close();
  }

  @Test
  void handsBytesThroughWhenNothingIsBroken() throws SQLException {
    try (Connection connection = throughProxy()) {
      String long1 = "x".repeat(1_000_000);
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT '" + long1 + "'")) {
        row.next();
        assertThat(row.getString(1)).isEqualTo(long1);
      }
    }
  }

  @Test
  void aConnectionThatEndsInOrderLeavesNothingBehind() throws SQLException {
    try (Connection connection = throughProxy()) {
      assertThat(connection.isValid(5)).isTrue();
      assertThat(mysqlProxy.openConnections()).isEqualTo(1);
    }
    assertThat(Pause.until(Duration.ofSeconds(10), () -> mysqlProxy.openConnections() == 0))
        .isTrue();
  }

  @Test
  void cutEndsConnectionsAndLaterOnesWork() throws SQLException {
    try (Connection connection = throughProxy()) {
      mysqlProxy.cut();
      assertThatThrownBy(() -> execute(connection, "SELECT 1"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("Communications link failure");
    }
    try (Connection connection = throughProxy()) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  void refusedRequestsLetTheAnswerOnItsWayThroughAndNothingAfterIt() throws SQLException {
    try (Connection connection = throughProxy()) {
      mysqlProxy.stopAfter(mysqlProxy::refuseRequests, "UPDATE `t`");
      execute(connection, "UPDATE `t` SET n = 7");
      assertThatThrownBy(() -> execute(connection, "UPDATE `t` SET n = 8"))
          .hasMessageContaining("Communications link failure");
      assertThatThrownBy(this::throughProxy).hasMessageContaining("Communications link failure");
    }
    mysqlProxy.heal();
    assertThat(n()).isEqualTo(7);
  }

  @Test
  void theAnswerOfTheLastOfASequenceIsLost() throws SQLException {
    AnswerLoss loss = mysqlProxy.dropAnswerAfterAll("UPDATE `t`", "COMMIT");
    try (Connection connection = throughProxy()) {
      execute(connection, "COMMIT");
      execute(connection, "UPDATE `t` SET n = 9");
      assertThatThrownBy(() -> execute(connection, "COMMIT"))
          .hasMessageContaining("Communications link failure");
    }
    assertThat(loss.lostAnswers()).isEqualTo(1);
    assertThat(n()).isEqualTo(9);
  }

  @Test
  void refusedClientsComeBackAfterHealing() throws SQLException {
    mysqlProxy.refuse();
    assertThatThrownBy(this::throughProxy).hasMessageContaining("Communications link failure");
    mysqlProxy.heal();
    try (Connection connection = throughProxy()) {
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  void delayIsPaidOncePerRequest() throws SQLException {
    try (Connection connection = throughProxy()) {
      mysqlProxy.delay(Duration.ofMillis(300));
      long start = System.nanoTime();
      execute(connection, "SELECT '" + "x".repeat(500_000) + "'");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(300), Duration.ofSeconds(3));
    }
  }

  @Test
  void aStatementWhoseAnswerIsLostHasBeenDone() throws SQLException {
    AnswerLoss loss = mysqlProxy.dropAnswersAfter("UPDATE `t`");
    try (Connection connection = throughProxy()) {
      execute(connection, "UPDATE t SET n = n + 1");
      assertThatThrownBy(() -> execute(connection, "UPDATE `t` SET n = n + 10"))
          .hasMessageContaining("Communications link failure");
    }
    assertThat(loss.lostAnswers()).isEqualTo(1);
    assertThat(n()).isEqualTo(11);
    try (Connection connection = throughProxy()) {
      execute(connection, "UPDATE `t` SET n = n + 100");
    }
    assertThat(n()).as("the fault was for one time only").isEqualTo(111);
  }

  @Test
  void answersAreLostAsOftenAsAsked() {
    AnswerLoss loss = mysqlProxy.dropAnswersAfter("DROP TABLE", 2);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
          () -> {
            try (Connection connection = throughProxy()) {
              execute(connection, "DROP TABLE IF EXISTS t");
            }
          });
    }
    assertThat(loss.lostAnswers()).isEqualTo(2);
  }

  @Test
  void aTextIsFoundAlsoWhereTheNetworkCutsIt() throws SQLException {
    mysqlProxy.dropAnswersAfter("needle in the haystack");
    try (Connection connection = throughProxy()) {
      // Longer than any buffer on the way, with the text far behind its beginning.
      assertThatThrownBy(
              () ->
                  execute(
                      connection, "SELECT '" + "x".repeat(3_000_001) + "needle in the haystack'"))
          .hasMessageContaining("Communications link failure");
    }
  }

  @Test
  void aRequestStopsBeforeTheServerAndGoesOnAfterwards() throws SQLException {
    List<Integer> seen = new CopyOnWriteArrayList<>();
    Stop stop = mysqlProxy.stopBefore(() -> seen.add(n()), "SET n = 5");
    try (Connection connection = throughProxy()) {
      execute(connection, "UPDATE t SET n = 4");
      assertThat(stop.isReached()).isFalse();
      execute(connection, "UPDATE t SET n = 5");
      execute(connection, "UPDATE t SET n = 5");
    }
    assertThat(stop.isReached()).isTrue();
    assertThat(seen).as("what the server had when the request stood").containsExactly(4);
    assertThat(n()).isEqualTo(5);
  }

  @Test
  void aRequestThatIsCutWhileItStandsNeverArrives() throws SQLException {
    mysqlProxy.stopBefore(mysqlProxy::cut, "SET n = 5", "COMMIT");
    try (Connection connection = throughProxy()) {
      execute(connection, "START TRANSACTION");
      execute(connection, "UPDATE t SET n = 5");
      assertThatThrownBy(() -> execute(connection, "COMMIT"))
          .hasMessageContaining("Communications link failure");
    }
    assertThat(n()).isZero();
  }

  @Test
  void anAnswerStopsWhenTheServerHasDoneTheRequest() throws SQLException {
    List<Integer> seen = new CopyOnWriteArrayList<>();
    mysqlProxy.stopAfter(() -> seen.add(n()), "SET n = 5", "COMMIT");
    try (Connection connection = throughProxy()) {
      execute(connection, "START TRANSACTION");
      execute(connection, "UPDATE t SET n = 5");
      execute(connection, "COMMIT");
    }
    assertThat(seen).containsExactly(5);
  }

  @Test
  void aBucketWhoseAnswerIsLostExists() {
    S3Address address = sandbox.s3().throughPort(s3Proxy.port());
    String bucket = "faultproxy-" + schema.substring(schema.length() - 8);
    AnswerLoss loss = s3Proxy.dropAnswersAfter("PUT /" + bucket, 9);
    assertThatThrownBy(() -> s3.createBucket(address, bucket))
        .isInstanceOf(SandboxException.class)
        .hasMessageContaining("did not create the bucket " + bucket);
    s3Proxy.heal();
    assertThat(loss.lostAnswers()).isPositive();
    assertThatThrownBy(() -> s3.createBucket(address, bucket)).hasMessageContaining("HTTP 409");
  }

  private Connection throughProxy() throws SQLException {
    return Jdbc.connect(sandbox.mysql().throughPort(mysqlProxy.port()), schema);
  }

  private int n() {
    try (Connection direct = Jdbc.connect(sandbox.mysql(), schema);
        ResultSet row = direct.createStatement().executeQuery("SELECT n FROM t")) {
      row.next();
      return row.getInt(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
