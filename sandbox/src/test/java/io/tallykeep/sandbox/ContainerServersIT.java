package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.testcontainers.DockerClientFactory;

@EnabledIf(value = "engineAnswers", disabledReason = "no Docker engine answers on this machine")
class ContainerServersIT {
  static boolean engineAnswers() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  @Test
  void containersTakeThePlaceOfTheSandboxsOwnServers() throws SQLException {
    Sandbox sandbox = ContainerServers.start();
    String schema = sandbox.newSchema("container");
    try (Connection connection = Jdbc.connect(sandbox.mysql(), schema);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT VERSION()")) {
      row.next();
      assertThat(row.getString(1)).startsWith("8.4.");
    }
    assertThat(sandbox.newBucket("container")).startsWith("container-");
  }
}
