package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SharedSandboxIT {
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
}
