package io.tallykeep.sandbox;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The servers of one sandbox folder, each unless the options leave it out or the configuration
 * gives another in its place.
 */
final class ServerPair {
  private final Optional<MysqlServer> mysql;
  private final Optional<S3Server> s3;
  private final Optional<MysqlAddress> givenMysql;
  private final Optional<S3Address> givenS3;

  ServerPair(Path folder, SandboxOptions options, Overrides overrides) {
    givenMysql = options.mysql() ? overrides.mysql() : Optional.empty();
    givenS3 = options.s3() ? overrides.s3() : Optional.empty();
    mysql =
        options.mysql() && givenMysql.isEmpty()
            ? Optional.of(new MysqlServer(folder.resolve("mysql"), options))
            : Optional.empty();
    s3 =
        options.s3() && givenS3.isEmpty()
            ? Optional.of(new S3Server(folder.resolve("s3")))
            : Optional.empty();
  }

  /** Starts what does not answer yet, both at once, and returns when both do. */
  void start() {
    CompletableFuture<Void> beside =
        CompletableFuture.runAsync(() -> s3.ifPresent(LocalServer::start));
    try {
      mysql.ifPresent(LocalServer::start);
    } finally {
      join(beside);
    }
  }

  private static void join(CompletableFuture<Void> future) {
    try {
      future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SandboxException failure) {
        throw failure;
      }
      throw e;
    }
  }

  void stop() {
    s3.ifPresent(LocalServer::stop);
    mysql.ifPresent(LocalServer::stop);
  }

  void kill() {
    s3.ifPresent(LocalServer::kill);
    mysql.ifPresent(LocalServer::kill);
  }

  ServerStatus mysqlStatus() {
    return givenMysql
        .map(address -> ServerStatus.ofGiven(Jdbc.answers(address)))
        .orElseGet(() -> mysql.map(LocalServer::status).orElse(ServerStatus.STOPPED));
  }

  ServerStatus s3Status() {
    return givenS3
        .map(address -> ServerStatus.ofGiven(new S3Requests(Clock.systemUTC()).answers(address)))
        .orElseGet(() -> s3.map(LocalServer::status).orElse(ServerStatus.STOPPED));
  }

  Optional<MysqlServer> ownMysql() {
    return mysql;
  }

  Optional<S3Server> ownS3() {
    return s3;
  }

  /**
   * Where MySQL is or, if it is an own one, will be once started; empty if left out or never
   * started.
   */
  Optional<MysqlAddress> mysqlAddress() {
    return givenMysql.or(() -> mysql.flatMap(LocalServer::state).map(MysqlServer::address));
  }

  /** Where the S3 server is; see {@link #mysqlAddress()}. */
  Optional<S3Address> s3Address() {
    return givenS3.or(() -> s3.flatMap(LocalServer::state).map(S3Server::address));
  }
}
