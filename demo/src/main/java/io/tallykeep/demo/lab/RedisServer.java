package io.tallykeep.demo.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A Redis of the lab's own on loopback, without persistence. It ends with {@link #close()}, and
 * whatever ends this process: a shell beside it waits for the end of its standard input.
 */
final class RedisServer implements AutoCloseable {
  private static final String PROGRAM = "redis-server";
  private static final String BOUND_TO_STANDARD_INPUT =
      "exec 3<&0; \"$@\" </dev/null 3<&- & server=$!;"
          + " (while read -r line; do :; done; kill \"$server\") <&3 & wait \"$server\"";
  private static final int TRIES = 5;
  private static final long START_SECONDS = 20;

  private final Process process;
  private final int port;

  private RedisServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Where the operating system has a Redis; empty if it has none. */
  static Optional<Path> program() {
    return programIn(Optional.ofNullable(System.getenv("PATH")).orElse(""));
  }

  static Optional<Path> programIn(String path) {
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one that answers.
   *
   * @throws LabFailedException if it does not come to answer, with what it printed
   */
  static RedisServer start(Path program, Path folder) throws IOException {
    Path log = folder.resolve("redis.log");
    for (int attempt = 0; attempt < TRIES; attempt++) {
      int port = freePort();
      Process process =
          new ProcessBuilder(
                  List.of(
                      "/bin/sh",
                      "-c",
                      BOUND_TO_STANDARD_INPUT,
                      PROGRAM,
                      program.toString(),
                      "--bind",
                      "127.0.0.1",
                      "--port",
                      String.valueOf(port),
                      "--save",
                      "",
                      "--appendonly",
                      "no",
                      "--dir",
                      folder.toString()))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      RedisServer server = new RedisServer(process, port);
      if (server.comesToAnswer()) {
        return server;
      }
      server.close(); // somebody took the port meanwhile: another one
    }
    throw new LabFailedException(program + " does not answer: " + Files.readString(log));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean comesToAnswer() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (process.isAlive() && System.nanoTime() < until) {
      try (RedisClient client = client(port)) {
        client.ping();
        return process.isAlive();
      } catch (JedisConnectionException notYet) {
        Pause.briefly();
      }
    }
    return false;
  }

  int port() {
    return port;
  }

  /** A client of a Redis on loopback. */
  static RedisClient client(int port) {
    return RedisClient.create("127.0.0.1", port);
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
      throw new LabFailedException("interrupted while Redis ended", e);
    }
  }
}
