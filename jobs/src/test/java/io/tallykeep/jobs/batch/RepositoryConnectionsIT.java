package io.tallykeep.jobs.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.sandbox.FaultProxy;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RepositoryConnectionsIT {
  private final MysqlAddress mysql = Sandbox.shared().mysql();
  private final FaultProxy proxy = FaultProxy.inFrontOf(mysql.host(), mysql.port());
  private final RepositoryConnections connections =
      new RepositoryConnections(
          new MysqlSource(
                  mysql.throughPort(proxy.port()).jdbcUrl(""), mysql.user(), mysql.password())
              .dataSource());

  @AfterEach
  void close() {
    connections.close();
    proxy.close();
  }

  @Test
  void aCleanConnectionIsLentAgain() throws SQLException {
    long first = useOnce();
    assertThat(useOnce()).isEqualTo(first);
  }

  @Test
  void twoAtOnceAreTwo() throws SQLException {
    try (Connection one = connections.getConnection();
        Connection other = connections.getConnection()) {
      assertThat(id(one)).isNotEqualTo(id(other));
    }
  }

  @Test
  void oneThatTheServerNoLongerAnswersIsReplaced() throws SQLException {
    long first = useOnce();
    proxy.cut();
    assertThat(useOnce()).isNotEqualTo(first);
  }

  @Test
  void oneThatIsStillInATransactionIsClosedWithIt() throws SQLException {
    long first;
    try (Connection connection = connections.getConnection()) {
      connection.setAutoCommit(false);
      first = id(connection);
    }
    try (Connection connection = connections.getConnection()) {
      assertThat(id(connection)).isNotEqualTo(first);
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  @Test
  void oneOfWhoseMethodsFailedIsNotLentAgain() throws SQLException {
    long first;
    try (Connection connection = connections.getConnection()) {
      first = id(connection);
      assertThatThrownBy(() -> connection.setCatalog("no_such_schema"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(useOnce()).isNotEqualTo(first);
  }

  @Test
  void whatCameBackCanNoLongerBeUsed() throws SQLException {
    Connection connection = connections.getConnection();
    connection.close();
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(connection::createStatement)
        .hasMessage("the connection was closed: createStatement");
    try (Connection one = connections.getConnection();
        Connection other = connections.getConnection()) {
      assertThat(id(one)).isNotEqualTo(id(other));
    }
  }

  @Test
  void nothingIsKeptAfterItsEnd() throws SQLException {
    long kept = useOnce();
    Connection lent = connections.getConnection();
    assertThat(id(lent)).isEqualTo(kept);
    connections.close();
    lent.close();
    assertThat(useOnce()).isNotEqualTo(kept);
    assertThat(useOnce()).isNotEqualTo(kept);
  }

  private long useOnce() throws SQLException {
    try (Connection connection = connections.getConnection()) {
      return id(connection);
    }
  }

  private static long id(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      return row.getLong(1);
    }
  }
}
