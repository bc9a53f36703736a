package io.tallykeep.demo.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

class RedisServerIT {
  @TempDir private Path folder;

  @Test
  void whereThereIsOneItAnswersAndIsGoneWhenClosed() throws IOException {
    Optional<Path> program = RedisServer.program();
    if (program.isEmpty()) {
      return; // the lab's cases then say "not run"
    }
    int port;
    try (RedisServer server = RedisServer.start(program.get(), folder);
        RedisClient client = RedisServer.client(server.port())) {
      port = server.port();
      assertThat(client.set("key", "value")).isEqualTo("OK");
    }
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(free.isBound()).isTrue();
    }
  }

  @Test
  void nowhereThereIsNone() {
    assertThat(RedisServer.programIn("")).isEmpty();
    assertThat(RedisServer.programIn("/nowhere::" + folder)).isEmpty();
  }
}
