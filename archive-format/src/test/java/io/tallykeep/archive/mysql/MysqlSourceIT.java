package io.tallykeep.archive.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class MysqlSourceIT {
  private final MysqlAddress mysql = Sandbox.shared().mysql();
  private final String schema = Sandbox.shared().newSchema("source");
  private final DataSource source =
      new MysqlSource(mysql.jdbcUrl(schema), mysql.user(), mysql.password()).dataSource();

  private static String one(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  @Test
  void everySessionIsUtcStrictAndUtf8() throws Exception {
    try (Connection connection = source.getConnection()) {
      assertThat(one(connection, "SELECT @@session.time_zone")).isEqualTo("+00:00");
      assertThat(one(connection, "SELECT @@session.character_set_results")).isEqualTo("utf8mb4");
      assertThat(one(connection, "SELECT @@session.collation_connection"))
          .isEqualTo("utf8mb4_0900_bin");
      assertThat(one(connection, "SELECT @@session.sql_mode"))
          .contains("STRICT_ALL_TABLES", "NO_ZERO_DATE")
          .doesNotContain("PAD_CHAR_TO_FULL_LENGTH");
      assertThat(one(connection, "SELECT DATABASE()")).isEqualTo(schema);
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  @Test
  void eachConnectionIsASessionOfItsOwn() throws Exception {
    try (Connection first = source.getConnection();
        Connection second = source.getConnection()) {
      assertThat(one(first, "SELECT CONNECTION_ID()"))
          .isNotEqualTo(one(second, "SELECT CONNECTION_ID()"));
    }
  }

  @Test
  void closingAConnectionReleasesItsLocks() throws Exception {
    try (Connection holder = source.getConnection()) {
      assertThat(one(holder, "SELECT GET_LOCK('format-" + schema + "', 0)")).isEqualTo("1");
    }
    try (Connection next = source.getConnection()) {
      assertThat(one(next, "SELECT GET_LOCK('format-" + schema + "', 5)")).isEqualTo("1");
    }
  }

  @Test
  void oneStatementIsOneStatement() throws Exception {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("SELECT 1; SELECT 2"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("SQL syntax");
    }
  }

  @Test
  void aWrongPasswordIsRefusedWithoutShowingIt() {
    DataSource wrong = new MysqlSource(mysql.jdbcUrl(schema), "nobody", "s3cret").dataSource();

    assertThatThrownBy(wrong::getConnection)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("nobody")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void microsecondsAreSentWhole() throws Exception {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (at DATETIME(6), stamp TIMESTAMP(6))");
      try (var insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
        insert.setObject(1, java.time.LocalDateTime.parse("2022-03-27T02:30:00.123456"));
        insert.setObject(2, java.time.OffsetDateTime.parse("2022-03-27T02:30:00.123456Z"));
        insert.executeUpdate();
      }
      assertThat(one(connection, "SELECT CAST(at AS CHAR) FROM t"))
          .isEqualTo("2022-03-27 02:30:00.123456");
      assertThat(one(connection, "SELECT CAST(stamp AS CHAR) FROM t"))
          .isEqualTo("2022-03-27 02:30:00.123456");
    }
  }
}
