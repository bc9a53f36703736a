package io.tallykeep.sandbox;

import java.net.URI;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The shared servers as containers: another MySQL and another S3 than the sandbox's own.
 * Testcontainers removes them after this JVM's end.
 */
final class ContainerServers {
  private static final DockerImageName MYSQL = DockerImageName.parse("mysql:8.4.6");
  private static final DockerImageName LOCALSTACK =
      DockerImageName.parse("localstack/localstack:4.14");
  private static final int MYSQL_PORT = 3306;

  private ContainerServers() {}

  /**
   * Starts both and returns when they answer.
   *
   * @throws SandboxException if no Docker engine answers
   */
  static Sandbox start() {
    requireEngine(DockerClientFactory.instance().isDockerAvailable());
    // Ended by Testcontainers' own watcher, not here: they serve until the JVM ends.
    MySQLContainer mysql =
        new MySQLContainer(MYSQL)
            .withUsername("root")
            .withPassword(ServerState.newSecret())
            .withCommand("--innodb-buffer-pool-size=128M");
    LocalStackContainer s3 = new LocalStackContainer(LOCALSTACK).withServices("s3");
    Startables.deepStart(mysql, s3).join();
    MysqlAddress mysqlAddress =
        new MysqlAddress(
            mysql.getHost(),
            mysql.getMappedPort(MYSQL_PORT),
            mysql.getUsername(),
            mysql.getPassword());
    URI endpoint = s3.getEndpoint();
    return new Sandbox(
        Optional.of(mysqlAddress),
        Optional.of(new S3Address(endpoint, s3.getRegion(), s3.getAccessKey(), s3.getSecretKey())));
  }

  static void requireEngine(boolean answers) {
    if (!answers) {
      throw new SandboxException(
          SandboxFault.UNREACHABLE,
          "-D"
              + Setting.ENGINE.property()
              + "=docker is set, but no Docker engine answers (docker info tells why): start it, or leave the"
              + " setting out for the sandbox's own servers.");
    }
  }
}
